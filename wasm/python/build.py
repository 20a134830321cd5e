"""Builds the wheel with Python's standard library alone: python3 build.py FOLDER writes it there.

It is also the build backend of pyproject.toml, so that pip installs a clone. Two builds of the same files are equal.
"""
import base64
import hashlib
import pathlib
import re
import sys
import zipfile

HERE = pathlib.Path(__file__).parent
VERSION = re.search('__version__ = "(.*)"', (HERE / "privadapt/__init__.py").read_text("utf-8")).group(1)
INFO = f"privadapt-{VERSION}.dist-info"


def build_wheel(folder, config_settings=None, metadata_directory=None):
    files = {f"privadapt/{path.name}": path.read_bytes() for path in (HERE / "privadapt").iterdir() if path.is_file()}
    if "privadapt/engine.wasm" not in files:
        raise SystemExit("the engine is not built: run make python in the clone")
    metadata = (
        f"Metadata-Version: 2.1\nName: privadapt\nVersion: {VERSION}\nLicense: Apache-2.0\nRequires-Python: >=3.9\n"
        "Summary: Differentially private domain adaptation, as WebAssembly in this process\nRequires-Dist: wasmtime>=25\n"
        "Description-Content-Type: text/markdown\n\n" + (HERE / "README.md").read_text("utf-8")
    )
    files[f"{INFO}/METADATA"] = metadata.encode()
    files[f"{INFO}/WHEEL"] = b"Wheel-Version: 1.0\nGenerator: privadapt\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    files[f"{INFO}/licenses/LICENSE"] = (HERE / "../../LICENSE").read_bytes()
    record = ""
    for name, data in sorted(files.items()):
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        record += f"{name},sha256={digest},{len(data)}\n"
    files[f"{INFO}/RECORD"] = f"{record}{INFO}/RECORD,,\n".encode()
    wheel = f"privadapt-{VERSION}-py3-none-any.whl"
    with zipfile.ZipFile(pathlib.Path(folder) / wheel, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, data in sorted(files.items()):
            entry = zipfile.ZipInfo(name)  # of 1980: the time of a build would make it another
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            archive.writestr(entry, data)
    return wheel


if __name__ == "__main__":
    print(build_wheel(sys.argv[1]))
