# What `cmake --install` puts where. The library finds its own parts beside itself, so a prefix may be moved.
#
#   lib/       libtilewright, the compiler plugin, tilewright_worker (isolated programs), tilewright_bench (programs of
#              `tilewright bench`), cmake/TT-Metalium, cmake/TT-NN, pkgconfig
#   bin/       the command
#   include/   tilewright/api/metal, tilewright/api/ttnn: the host API; tilewright: the layers below it
#   share/tilewright/  kernel_api, kernel_forwards (cmake/forwards.cmake), data, ops, docs/diagnostics, examples (kernels
#              and sources), LICENSE, NOTICE
#
# The component `python` is the extension, for the root of a package folder that is such a prefix (pyproject.toml).
include(CMakePackageConfigHelpers)

install(TARGETS tilewright LIBRARY DESTINATION lib)
install(TARGETS tilewright_pass LIBRARY DESTINATION lib)
install(TARGETS tilewright_worker RUNTIME DESTINATION lib)
set_target_properties(tilewright_worker PROPERTIES INSTALL_RPATH "$ORIGIN")
if(TARGET tilewright_cli)
  install(TARGETS tilewright_cli RUNTIME DESTINATION bin)
  set_target_properties(tilewright_cli PROPERTIES INSTALL_RPATH "$ORIGIN/../lib")
endif()
foreach(program bench_engine bench_silicon)
  if(TARGET ${program})
    install(TARGETS ${program} RUNTIME DESTINATION lib/tilewright_bench)
    set_target_properties(${program} PROPERTIES INSTALL_RPATH "$ORIGIN/..")
  endif()
endforeach()
if(TARGET _tilewright)
  install(TARGETS _tilewright LIBRARY DESTINATION . COMPONENT python EXCLUDE_FROM_ALL)
endif()

set(tilewright_own_files PATTERN "__pycache__" EXCLUDE PATTERN "CMakeLists.txt" EXCLUDE)
install(DIRECTORY ${CMAKE_SOURCE_DIR}/src/metal/include/ DESTINATION include/tilewright/api/metal)
install(DIRECTORY ${CMAKE_SOURCE_DIR}/src/ttnn/include/ DESTINATION include/tilewright/api/ttnn)
# Headers, and the tables and texts that they include.
install(DIRECTORY ${CMAKE_SOURCE_DIR}/src/ DESTINATION include/tilewright
        FILES_MATCHING PATTERN "*.hpp" PATTERN "*.def" PATTERN "*.inc"
        PATTERN "metal/include" EXCLUDE PATTERN "ttnn/include" EXCLUDE PATTERN "cli" EXCLUDE)
foreach(part kernel_api data examples ops bench)
  install(DIRECTORY ${CMAKE_SOURCE_DIR}/${part} DESTINATION share/tilewright ${tilewright_own_files})
endforeach()
install(DIRECTORY ${tilewright_forwards} DESTINATION share/tilewright)
install(DIRECTORY ${CMAKE_SOURCE_DIR}/docs/diagnostics DESTINATION share/tilewright/docs)
install(FILES ${CMAKE_SOURCE_DIR}/LICENSE ${CMAKE_SOURCE_DIR}/NOTICE DESTINATION share/tilewright)

# ---- find_package(TT-Metalium), find_package(TT-NN) ----------------------------------------------------------------
# One pair for a prefix, one in the build folder for the tree as it is: only the places differ.
function(tilewright_package name folder)
  foreach(where installed built)
    if(where STREQUAL installed)
      set(into ${CMAKE_BINARY_DIR}/package)
      set(TILEWRIGHT_INCLUDES include/tilewright)
      set(TILEWRIGHT_METAL_INCLUDES include/tilewright/api/metal)
      set(TILEWRIGHT_TTNN_INCLUDES include/tilewright/api/ttnn)
      set(TILEWRIGHT_KERNEL_INCLUDES share/tilewright/kernel_api)
      set(TILEWRIGHT_FORWARDS share/tilewright/kernel_forwards)
      set(TILEWRIGHT_TREE share/tilewright)
      set(TILEWRIGHT_LIBRARY lib/libtilewright.so)
      set(more "")
    else()
      set(into ${CMAKE_BINARY_DIR}/lib/cmake/${name})
      set(TILEWRIGHT_INCLUDES ${CMAKE_SOURCE_DIR}/src)
      set(TILEWRIGHT_METAL_INCLUDES ${CMAKE_SOURCE_DIR}/src/metal/include)
      set(TILEWRIGHT_TTNN_INCLUDES ${CMAKE_SOURCE_DIR}/src/ttnn/include)
      set(TILEWRIGHT_KERNEL_INCLUDES ${CMAKE_SOURCE_DIR}/kernel_api)
      set(TILEWRIGHT_FORWARDS ${tilewright_forwards})
      set(TILEWRIGHT_TREE ${CMAKE_SOURCE_DIR})
      set(TILEWRIGHT_LIBRARY ${CMAKE_LIBRARY_OUTPUT_DIRECTORY}/libtilewright.so)
      set(more INSTALL_PREFIX ${CMAKE_BINARY_DIR})
    endif()
    configure_package_config_file(${CMAKE_SOURCE_DIR}/cmake/${name}Config.cmake.in ${into}/${name}Config.cmake
      INSTALL_DESTINATION ${folder} ${more}
      PATH_VARS TILEWRIGHT_INCLUDES TILEWRIGHT_METAL_INCLUDES TILEWRIGHT_TTNN_INCLUDES TILEWRIGHT_KERNEL_INCLUDES
                TILEWRIGHT_FORWARDS TILEWRIGHT_TREE TILEWRIGHT_LIBRARY)
    write_basic_package_version_file(${into}/${name}ConfigVersion.cmake VERSION ${PROJECT_VERSION}
                                     COMPATIBILITY AnyNewerVersion)
  endforeach()
  install(FILES ${CMAKE_BINARY_DIR}/package/${name}Config.cmake ${CMAKE_BINARY_DIR}/package/${name}ConfigVersion.cmake
          DESTINATION ${folder})
endfunction()
file(REMOVE ${CMAKE_BINARY_DIR}/TT-MetaliumConfig.cmake)  # of an older tree; it would be found first
tilewright_package(TT-Metalium lib/cmake/TT-Metalium)
tilewright_package(TT-NN lib/cmake/TT-NN)

# ---- pkg-config tilewright: for make ---------------------------------------------------------------------------------
# As above: for a prefix, which may be moved, and for the tree as it is.
set(tilewright_pc_prefix "\${pcfiledir}/../..")
set(tilewright_pc_includes "-I\${prefix}/include/tilewright/api/metal -I\${prefix}/include/tilewright/api/ttnn \
-I\${prefix}/include/tilewright -I\${prefix}/share/tilewright -I\${prefix}/share/tilewright/kernel_api")
configure_file(${CMAKE_SOURCE_DIR}/cmake/tilewright.pc.in ${CMAKE_BINARY_DIR}/package/tilewright.pc @ONLY)
set(tilewright_pc_prefix ${CMAKE_BINARY_DIR})
set(tilewright_pc_includes "-I${CMAKE_SOURCE_DIR}/src/metal/include -I${CMAKE_SOURCE_DIR}/src/ttnn/include \
-I${CMAKE_SOURCE_DIR}/src -I${CMAKE_SOURCE_DIR} -I${CMAKE_SOURCE_DIR}/kernel_api")
configure_file(${CMAKE_SOURCE_DIR}/cmake/tilewright.pc.in ${CMAKE_BINARY_DIR}/lib/pkgconfig/tilewright.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/package/tilewright.pc DESTINATION lib/pkgconfig)

include(${CMAKE_SOURCE_DIR}/cmake/package.cmake)
