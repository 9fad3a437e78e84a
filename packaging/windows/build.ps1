# Builds the program on Windows into dist\fichero, and from it dist\fichero-VERSION-setup.exe with Inno Setup 6, where iscc is found.
#
#     powershell -ExecutionPolicy Bypass -File packaging\windows\build.ps1 [-Python C:\path\python.exe]
#
# It needs Python 3.11 (64 bits) and git. What is downloaded are locked packages, at set-up alone. With the variables
# FICHERO_SIGN_CERTIFICATE (a .pfx) and FICHERO_SIGN_PASSWORD the programs and the installer are signed.
param([string]$Python = "python")
$ErrorActionPreference = "Stop"
Set-Location (Join-Path $PSScriptRoot "..\..")

# What a native program says by its exit status does not stop PowerShell by itself.
function Invoke-Checked {
    param([string]$Program, [string[]]$Words)
    & $Program @Words
    if ($LASTEXITCODE -ne 0) { throw "$Program $($Words -join ' ') ended with $LASTEXITCODE" }
}

$env:PYTHONHASHSEED = "0"
$env:PYTHONDONTWRITEBYTECODE = "1"
$env:PYTHONUTF8 = "1"
$env:PIP_DISABLE_PIP_VERSION_CHECK = "1"
$env:PIP_NO_INPUT = "1"

$found = & $Python -c "import sys; print('%d.%d %d' % (*sys.version_info[:2], sys.maxsize > 2**32))"
if ($found -ne "3.11 1") { throw "Python 3.11 with 64 bits is needed; $Python is $found" }
$venv = "build\package-venv"
$own = Join-Path $venv "Scripts\python.exe"
if (-not (Test-Path $own)) { Invoke-Checked $Python @("-m", "venv", $venv) }
foreach ($locks in @("requirements.lock", "packaging\windows\requirements.lock"), @("packaging\requirements-package.lock")) {
    $words = @("-m", "pip", "install", "--quiet", "--only-binary", ":all:", "--require-hashes")
    foreach ($lock in $locks) { $words += @("-r", $lock) }
    Invoke-Checked $own $words
}
Invoke-Checked $own @("main.py", "models", "prepare")

$epoch = & $own packaging\stamp.py
if ($LASTEXITCODE -ne 0) { throw "the revision is not known: this must be a clone" }
$env:SOURCE_DATE_EPOCH = $epoch
if (Test-Path dist\fichero) { Remove-Item -Recurse -Force dist\fichero }
Invoke-Checked $own @("-m", "PyInstaller", "--noconfirm", "--clean", "--log-level", "WARN", "--distpath", "dist", "--workpath", "build\package", "packaging\fichero.spec")
Invoke-Checked $own @("packaging\sizes.py", "dist\fichero")

function Invoke-Sign {
    param([string[]]$Files)
    if (-not $env:FICHERO_SIGN_CERTIFICATE) { return }
    $words = @("sign", "/fd", "SHA256", "/f", $env:FICHERO_SIGN_CERTIFICATE, "/p", $env:FICHERO_SIGN_PASSWORD)
    if ($env:FICHERO_SIGN_TIMESTAMP) { $words += @("/tr", $env:FICHERO_SIGN_TIMESTAMP, "/td", "SHA256") }
    # The password is no part of an error message.
    & signtool @words @Files
    if ($LASTEXITCODE -ne 0) { throw "signtool ended with $LASTEXITCODE" }
}
Invoke-Sign @("dist\fichero\fichero.exe", "dist\fichero\fichero-cli.exe")

# The built program counts once it has indexed and found a sample.
$data = Join-Path ([System.IO.Path]::GetTempPath()) ("fichero-check-" + [guid]::NewGuid())
try {
    Invoke-Checked "dist\fichero\fichero-cli.exe" @("index", "tests\data\sample", "--data", $data)
    $said = & dist\fichero\fichero-cli.exe search --json --top 3 --data $data -- "E-4032"
    if ($LASTEXITCODE -ne 0) { throw "the built program cannot search" }
    if (($said | ConvertFrom-Json).hits.Count -lt 1) { throw "the built program found nothing" }
    Invoke-Checked "dist\fichero\fichero-cli.exe" @("models", "verify")
} finally {
    if (Test-Path $data) { Remove-Item -Recurse -Force $data }
}

$version = (Select-String -Path engine\version.py -Pattern '^VERSION = "(.*)"$').Matches[0].Groups[1].Value
Compress-Archive -Force -Path dist\fichero -DestinationPath "dist\fichero-$version-windows-x64.zip"
$iscc = Get-Command iscc -ErrorAction SilentlyContinue
if (-not $iscc) {
    Write-Warning "Inno Setup 6 (iscc) was not found: no installer was made"
    exit 0
}
Invoke-Checked $iscc.Source @("/Qp", "/DVersion=$version", "packaging\windows\fichero.iss")
Invoke-Sign @("dist\fichero-$version-setup.exe")
