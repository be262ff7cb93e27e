# What `cmake --install` puts where. The library finds its own parts beside itself, so a prefix may be moved.
#
#   lib/       libtilewright, the compiler plugin, tilewright_worker (isolated programs), cmake/TT-Metalium
#   bin/       the command
#   include/   tilewright/metal: the host API; tilewright: the layers below it
#   share/tilewright/  kernel_api, kernel_forwards (cmake/forwards.cmake), data, docs/diagnostics, examples (kernels and sources), LICENSE, NOTICE
include(CMakePackageConfigHelpers)

install(TARGETS tilewright LIBRARY DESTINATION lib)
install(TARGETS tilewright_pass LIBRARY DESTINATION lib)
install(TARGETS tilewright_worker RUNTIME DESTINATION lib)
set_target_properties(tilewright_worker PROPERTIES INSTALL_RPATH "$ORIGIN")
if(TARGET tilewright_cli)
  install(TARGETS tilewright_cli RUNTIME DESTINATION bin)
  set_target_properties(tilewright_cli PROPERTIES INSTALL_RPATH "$ORIGIN/../lib")
endif()

install(DIRECTORY ${CMAKE_SOURCE_DIR}/src/metal/include/ DESTINATION include/tilewright/metal)
install(DIRECTORY ${CMAKE_SOURCE_DIR}/src/ttnn/include/ DESTINATION include/tilewright/ttnn)
install(DIRECTORY ${CMAKE_SOURCE_DIR}/src/ DESTINATION include/tilewright
        FILES_MATCHING PATTERN "*.hpp" PATTERN "metal/include" EXCLUDE PATTERN "ttnn/include" EXCLUDE PATTERN "cli" EXCLUDE)
foreach(part kernel_api data examples ops)
  if(EXISTS ${CMAKE_SOURCE_DIR}/${part})
    install(DIRECTORY ${CMAKE_SOURCE_DIR}/${part} DESTINATION share/tilewright PATTERN "__pycache__" EXCLUDE)
  endif()
endforeach()
install(DIRECTORY ${tilewright_forwards} DESTINATION share/tilewright)
if(EXISTS ${CMAKE_SOURCE_DIR}/docs/diagnostics)
  install(DIRECTORY ${CMAKE_SOURCE_DIR}/docs/diagnostics DESTINATION share/tilewright/docs)
endif()

install(FILES ${CMAKE_SOURCE_DIR}/LICENSE ${CMAKE_SOURCE_DIR}/NOTICE DESTINATION share/tilewright)

set(tilewright_package lib/cmake/TT-Metalium)
configure_package_config_file(${CMAKE_SOURCE_DIR}/cmake/TT-MetaliumConfig.cmake.in
                              ${CMAKE_BINARY_DIR}/TT-MetaliumConfig.cmake INSTALL_DESTINATION ${tilewright_package})
write_basic_package_version_file(${CMAKE_BINARY_DIR}/TT-MetaliumConfigVersion.cmake VERSION ${PROJECT_VERSION}
                                 COMPATIBILITY AnyNewerVersion)
install(FILES ${CMAKE_BINARY_DIR}/TT-MetaliumConfig.cmake ${CMAKE_BINARY_DIR}/TT-MetaliumConfigVersion.cmake
        DESTINATION ${tilewright_package})

if(TILEWRIGHT_TESTS)
  add_test(NAME package.install_and_run
           COMMAND ${CMAKE_COMMAND} -DBUILD_DIR=${CMAKE_BINARY_DIR} -DSOURCE_DIR=${CMAKE_SOURCE_DIR}/tests/package
                   -DSCRATCH=${CMAKE_BINARY_DIR}/package_test -DCOMPILER=${CMAKE_CXX_COMPILER}
                   -DSANITIZE=${TILEWRIGHT_SANITIZE} -P ${CMAKE_SOURCE_DIR}/tests/package/install_and_run.cmake)
  set_tests_properties(package.install_and_run PROPERTIES LABELS package TIMEOUT 300)
endif()
