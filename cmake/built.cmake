# -DTILEWRIGHT_BUILT=FOLDER: nothing is compiled, what that build folder has is installed. So a wheel of the tree takes
# seconds (tools/wheel), while `pip wheel .` builds everything.
project(Tilewright VERSION 0.1.0 LANGUAGES NONE)
if(NOT EXISTS ${TILEWRIGHT_BUILT}/cmake_install.cmake)
  message(FATAL_ERROR "TILEWRIGHT_BUILT=${TILEWRIGHT_BUILT} is no build folder of Tilewright: tools/wheel makes one")
endif()
# By name, because pyproject.toml asks for them.
foreach(target tilewright tilewright_pass tilewright_worker tilewright_cli bench_engine bench_silicon _tilewright)
  add_custom_target(${target})
endforeach()
foreach(part Unspecified python)
  install(CODE "execute_process(COMMAND ${CMAKE_COMMAND} --install ${TILEWRIGHT_BUILT} --strip --component ${part}
                                --prefix \${CMAKE_INSTALL_PREFIX} OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)")
endforeach()
