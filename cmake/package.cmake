# The Debian package: `cpack -G DEB` in the build folder writes tilewright_<version>_<machine>.deb. What it needs of other
# packages to run is found by dpkg-shlibdeps; what it needs to build kernels and op folders stands here.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME tilewright)
set(CPACK_PACKAGE_VENDOR "Tilewright")
set(CPACK_PACKAGE_CONTACT "the Tilewright authors <tilewright@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "virtual Tensix card: run, check and debug tile-dataflow ops without hardware")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES TRUE)
set(CPACK_RESOURCE_FILE_LICENSE ${CMAKE_SOURCE_DIR}/LICENSE)
# The extension belongs to an interpreter; it comes with the wheel.
set(CPACK_COMPONENTS_ALL Unspecified)
set(CPACK_DEB_COMPONENT_INSTALL OFF)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "clang-19, lld-19, libfmt-dev, nlohmann-json3-dev")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "cmake, pkg-config, clangd-19, gdb")
# The library of the package itself: nothing of another package has its name.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${CMAKE_LIBRARY_OUTPUT_DIRECTORY})
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE
    WORLD_READ WORLD_EXECUTE)
include(CPack)
