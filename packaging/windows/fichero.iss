; The installer for Windows: for one person by default, without an administrator. Inno Setup 6.3 or later.
;
;     iscc /DVersion=0.1.0 packaging\windows\fichero.iss
;
; Removing it asks whether the index goes too; what was indexed is never touched.

#ifndef Version
  #error Give the version: /DVersion=0.1.0
#endif

[Setup]
AppId={{6D0B6F0E-7B0A-4C55-9A55-3A0B7F1C52E1}
AppName=Fichero
AppVersion={#Version}
AppVerName=Fichero {#Version}
AppPublisher=The authors of Fichero
VersionInfoVersion={#Version}
DefaultDirName={autopf}\Fichero
DefaultGroupName=Fichero
DisableProgramGroupPage=yes
PrivilegesRequired=lowest
PrivilegesRequiredOverridesAllowed=dialog
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
MinVersion=10.0.17763
SourceDir=..\..
OutputDir=dist
OutputBaseFilename=fichero-{#Version}-setup
SetupIconFile=packaging\pictures\fichero.ico
UninstallDisplayIcon={app}\fichero.exe
LicenseFile=LICENSE
Compression=lzma2/max
SolidCompression=yes
WizardStyle=modern
; An open Fichero is asked to close first: its files are in use.
CloseApplications=yes
RestartApplications=no

[Languages]
Name: "es"; MessagesFile: "compiler:Languages\Spanish.isl"
Name: "en"; MessagesFile: "compiler:Default.isl"

[CustomMessages]
es.AddToFichero=Añadir a Fichero
en.AddToFichero=Add to Fichero
es.DesktopIcon=Crear un icono en el escritorio
en.DesktopIcon=Create an icon on the desktop
es.FolderMenu=Ofrecer «Añadir a Fichero» en el menú de las carpetas
en.FolderMenu=Offer "Add to Fichero" in the menu of folders
es.Forget=¿Borrar también el índice, los ajustes y los registros de Fichero?%n%nEstán en%n%1%ny contienen el texto de los documentos indexados. Sus documentos no se tocan en ningún caso. Si responde que no, se quedan ahí.
en.Forget=Remove the index, settings and logs of Fichero too?%n%nThey lie in%n%1%nand hold the text of the documents that were indexed. Your documents are not touched in any case. If you refuse, they stay there.
es.NotForgotten=No se ha podido borrar todo. Lo que queda está en%n%1
en.NotForgotten=Not everything could be removed. What is left lies in%n%1

[Tasks]
Name: "desktopicon"; Description: "{cm:DesktopIcon}"; Flags: unchecked
Name: "foldermenu"; Description: "{cm:FolderMenu}"; Flags: unchecked

[InstallDelete]
; Files of an earlier version that this one does not have any more. The index lies elsewhere, unless it is portable.
Type: filesandordirs; Name: "{app}\_internal"

[Files]
Source: "dist\fichero\*"; DestDir: "{app}"; Flags: recursesubdirs ignoreversion

[Icons]
Name: "{group}\Fichero"; Filename: "{app}\fichero.exe"
Name: "{autodesktop}\Fichero"; Filename: "{app}\fichero.exe"; Tasks: desktopicon

[Registry]
Root: HKA; Subkey: "Software\Classes\Directory\shell\Fichero"; ValueType: string; ValueData: "{cm:AddToFichero}"; Flags: uninsdeletekey; Tasks: foldermenu
Root: HKA; Subkey: "Software\Classes\Directory\shell\Fichero"; ValueType: string; ValueName: "Icon"; ValueData: "{app}\fichero.exe"; Tasks: foldermenu
Root: HKA; Subkey: "Software\Classes\Directory\shell\Fichero\command"; ValueType: string; ValueData: """{app}\fichero.exe"" --add ""%1"""; Tasks: foldermenu

[Run]
Filename: "{app}\fichero.exe"; Description: "{cm:LaunchProgram,Fichero}"; Flags: nowait postinstall skipifsilent

[Code]
{ The program knows all that it has written, and where: it is asked to forget before its files go. }
procedure CurUninstallStepChanged(Step: TUninstallStep);
var
  Data: String;
  Status: Integer;
begin
  if Step <> usUninstall then
    Exit;
  Data := ExpandConstant('{localappdata}\fichero');
  if not DirExists(Data) then
    Exit;
  { Silent removal keeps the index. }
  if SuppressibleMsgBox(FmtMessage(CustomMessage('Forget'), [Data]), mbConfirmation, MB_YESNO or MB_DEFBUTTON2, IDNO) <> IDYES then
    Exit;
  if not Exec(ExpandConstant('{app}\fichero-cli.exe'), 'forget --yes', '', SW_HIDE, ewWaitUntilTerminated, Status) or (Status <> 0) then
    SuppressibleMsgBox(FmtMessage(CustomMessage('NotForgotten'), [Data]), mbError, MB_OK, IDOK);
end;
