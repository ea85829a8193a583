; The installer of Windows, for NSIS 3.08 or newer. packaging/windows/installer.py calls makensis
; with the definitions: NAME, COMMAND, CONSOLE, VERSION, NUMBERS, PUBLISHER, COPYRIGHT, SUMMARY_EN,
; SUMMARY_RU, PROGID, RECORD_EN, RECORD_RU, SUFFIX, LICENCE, ICON, SOURCE, FILES, KILOBYTES,
; OLDEST_BUILD, OUTPUT, HOME_PAGE, HELP (empty if unknown), CODE_CANCELLED, CODE_RUNNING,
; CODE_UNSUPPORTED, CODE_OLD_STAYS; SIGN, a command, if there is a certificate; PERSONAL for the
; installer that asks for no rights and installs for one person.

Unicode true
ManifestDPIAware true
ManifestSupportedOS Win10
SetCompressor /SOLID lzma
SetDateSave on

!ifdef SIGN
  !uninstfinalize '${SIGN} "%1"' = 0
  !finalize '${SIGN} "%1"' = 0
!endif

!define KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\${COMMAND}"
!define CLASSES "Software\Classes"
!define RULE "${NAME}"

; For all users where one may, for oneself alone otherwise or if one likes; remembered for upgrades.
!define MULTIUSER_MUI
!ifdef PERSONAL
  !define MULTIUSER_EXECUTIONLEVEL Standard ; RequestExecutionLevel user
  !pragma warning disable 6001 ; a variable of MultiUser.nsh is not used then
!else
  !define MULTIUSER_EXECUTIONLEVEL Highest
!endif
!define MULTIUSER_INSTALLMODE_COMMANDLINE
!define MULTIUSER_USE_PROGRAMFILES64
!define MULTIUSER_INSTALLMODE_INSTDIR "${NAME}"
!define MULTIUSER_INSTALLMODE_INSTDIR_REGISTRY_KEY "${KEY}"
!define MULTIUSER_INSTALLMODE_INSTDIR_REGISTRY_VALUENAME "InstallLocation"
!define MULTIUSER_INSTALLMODE_DEFAULT_REGISTRY_KEY "${KEY}"
!define MULTIUSER_INSTALLMODE_DEFAULT_REGISTRY_VALUENAME "InstallLocation"

!include MultiUser.nsh
!include MUI2.nsh
!include Sections.nsh
!include LogicLib.nsh
!include WinVer.nsh
!include WordFunc.nsh
!include x64.nsh

Name "${NAME}"
OutFile "${OUTPUT}"
BrandingText "${NAME} ${VERSION}"
ShowInstDetails nevershow
ShowUninstDetails nevershow

Var Farewell

!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define MUI_ABORTWARNING
!define MUI_COMPONENTSPAGE_SMALLDESC
!define MUI_FINISHPAGE_NOAUTOCLOSE
!define MUI_FINISHPAGE_RUN
!define MUI_FINISHPAGE_RUN_TEXT "$(RunIt)"
!define MUI_FINISHPAGE_RUN_FUNCTION OpenTheTable

!insertmacro MUI_PAGE_WELCOME
!insertmacro MUI_PAGE_LICENSE "${LICENCE}"
!ifndef PERSONAL
  !insertmacro MULTIUSER_PAGE_INSTALLMODE
!endif
!define MUI_PAGE_CUSTOMFUNCTION_PRE SettleTheFirewall
!insertmacro MUI_PAGE_COMPONENTS
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH

!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_COMPONENTS
!insertmacro MUI_UNPAGE_INSTFILES
!define MUI_FINISHPAGE_TEXT "$Farewell"
!insertmacro MUI_UNPAGE_FINISH

!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "Russian"
!include "words.nsh"

VIProductVersion "${NUMBERS}"
VIFileVersion "${NUMBERS}"
!macro About LANGUAGE SUMMARY
  VIAddVersionKey /LANG=${LANGUAGE} "ProductName" "${NAME}"
  VIAddVersionKey /LANG=${LANGUAGE} "ProductVersion" "${VERSION}"
  VIAddVersionKey /LANG=${LANGUAGE} "FileVersion" "${VERSION}"
  VIAddVersionKey /LANG=${LANGUAGE} "FileDescription" "${NAME} ${VERSION}"
  VIAddVersionKey /LANG=${LANGUAGE} "CompanyName" "${PUBLISHER}"
  VIAddVersionKey /LANG=${LANGUAGE} "LegalCopyright" "${COPYRIGHT}"
  VIAddVersionKey /LANG=${LANGUAGE} "Comments" "${SUMMARY}"
!macroend
!insertmacro About ${LANG_ENGLISH} "${SUMMARY_EN}"
!insertmacro About ${LANG_RUSSIAN} "${SUMMARY_RU}"

; Rules of the firewall: in from private networks, and under one name, by which they go again.
!macro AllowIn PROGRAM WHAT
  nsExec::Exec '"$SYSDIR\netsh.exe" advfirewall firewall add rule name="${RULE}" dir=in \
    action=allow profile=private ${WHAT} program="$INSTDIR\${PROGRAM}" enable=yes'
  Pop $0
!macroend
!macro ForgetRules
  nsExec::Exec '"$SYSDIR\netsh.exe" advfirewall firewall delete rule name="${RULE}"'
  Pop $0
!macroend

; A program that runs cannot be written to: that is asked of the file itself, and of no window.
!macro WaitUntilClosed UN
  Function ${UN}WaitUntilClosed
    Push $0
    again:
    ${If} ${FileExists} "$INSTDIR\${COMMAND}.exe"
      ClearErrors
      FileOpen $0 "$INSTDIR\${COMMAND}.exe" a
      IfErrors runs
      FileClose $0
    ${EndIf}
    ${If} ${FileExists} "$INSTDIR\${CONSOLE}.exe"
      ClearErrors
      FileOpen $0 "$INSTDIR\${CONSOLE}.exe" a
      IfErrors runs
      FileClose $0
    ${EndIf}
    Pop $0
    Return
    runs:
    MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "$(StillRuns)" /SD IDCANCEL IDRETRY again
    SetErrorLevel ${CODE_RUNNING}
    Quit
  FunctionEnd
!macroend
!insertmacro WaitUntilClosed ""
!insertmacro WaitUntilClosed "un."

Section "$(PartProgram)" SectionProgram
  SectionIn RO
  Call WaitUntilClosed
  Call RemoveTheOld
  SetOutPath "$INSTDIR"
  File /r "${SOURCE}\*"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateShortcut "$SMPROGRAMS\${NAME}.lnk" "$INSTDIR\${COMMAND}.exe"

  WriteRegStr SHCTX "${KEY}" "DisplayName" "${NAME}"
  WriteRegStr SHCTX "${KEY}" "DisplayVersion" "${VERSION}"
  WriteRegStr SHCTX "${KEY}" "Publisher" "${PUBLISHER}"
  !if "${HOME_PAGE}" != ""
    WriteRegStr SHCTX "${KEY}" "URLInfoAbout" "${HOME_PAGE}"
  !endif
  !if "${HELP}" != ""
    WriteRegStr SHCTX "${KEY}" "HelpLink" "${HELP}"
  !endif
  WriteRegStr SHCTX "${KEY}" "DisplayIcon" "$INSTDIR\${COMMAND}.exe,0"
  WriteRegStr SHCTX "${KEY}" "InstallLocation" "$INSTDIR"
  WriteRegStr SHCTX "${KEY}" "UninstallString" \
    '"$INSTDIR\uninstall.exe" /$MultiUser.InstallMode'
  WriteRegStr SHCTX "${KEY}" "QuietUninstallString" \
    '"$INSTDIR\uninstall.exe" /$MultiUser.InstallMode /S'
  WriteRegDWORD SHCTX "${KEY}" "EstimatedSize" ${KILOBYTES}
  WriteRegDWORD SHCTX "${KEY}" "NoModify" 1
  WriteRegDWORD SHCTX "${KEY}" "NoRepair" 1
SectionEnd

Section /o "$(PartDesktop)" SectionDesktop
  CreateShortcut "$DESKTOP\${NAME}.lnk" "$INSTDIR\${COMMAND}.exe"
SectionEnd

Section "$(PartRecords)" SectionRecords
  ; Among those offered, and never the one that opens the files: that is for the person to say.
  WriteRegStr SHCTX "${CLASSES}\${PROGID}" "" "${RECORD_EN}"
  ${If} $LANGUAGE = ${LANG_RUSSIAN}
    WriteRegStr SHCTX "${CLASSES}\${PROGID}" "" "${RECORD_RU}"
  ${EndIf}
  WriteRegStr SHCTX "${CLASSES}\${PROGID}\DefaultIcon" "" "$INSTDIR\${COMMAND}.exe,0"
  WriteRegStr SHCTX "${CLASSES}\${PROGID}\shell\open\command" "" \
    '"$INSTDIR\${COMMAND}.exe" play "%1"'
  WriteRegStr SHCTX "${CLASSES}\.${SUFFIX}\OpenWithProgids" "${PROGID}" ""
  System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)'
SectionEnd

Section "$(PartFirewall)" SectionFirewall
  ${If} $MultiUser.InstallMode == "AllUsers"
    !insertmacro ForgetRules
    !insertmacro AllowIn "${COMMAND}.exe" "protocol=TCP"
    !insertmacro AllowIn "${CONSOLE}.exe" "protocol=TCP"
    !insertmacro AllowIn "${COMMAND}.exe" "protocol=UDP localport=5353"
    !insertmacro AllowIn "${CONSOLE}.exe" "protocol=UDP localport=5353"
  ${EndIf}
SectionEnd

!insertmacro MUI_FUNCTION_DESCRIPTION_BEGIN
  !insertmacro MUI_DESCRIPTION_TEXT ${SectionProgram} "$(AboutProgram)"
  !insertmacro MUI_DESCRIPTION_TEXT ${SectionDesktop} "$(AboutDesktop)"
  !insertmacro MUI_DESCRIPTION_TEXT ${SectionRecords} "$(AboutRecords)"
  !insertmacro MUI_DESCRIPTION_TEXT ${SectionFirewall} "$(AboutFirewall)"
!insertmacro MUI_FUNCTION_DESCRIPTION_END

Function .onInit
  ${IfNot} ${RunningX64}
    MessageBox MB_OK|MB_ICONSTOP "$(NotHere)" /SD IDOK
    SetErrorLevel ${CODE_UNSUPPORTED}
    Quit
  ${EndIf}
  ${IfNot} ${AtLeastBuild} ${OLDEST_BUILD}
    MessageBox MB_OK|MB_ICONSTOP "$(TooOld)" /SD IDOK
    SetErrorLevel ${CODE_UNSUPPORTED}
    Quit
  ${EndIf}
  SetRegView 64
  !insertmacro MULTIUSER_INIT
  Call SettleTheFirewall ; there are no pages in a silent installation
  ${If} ${FileExists} "$DESKTOP\${NAME}.lnk"
    !insertmacro SelectSection ${SectionDesktop} ; or an upgrade would take it away
  ${EndIf}
FunctionEnd

; Only an administrator may tell the firewall something, and then for everybody.
Function SettleTheFirewall
  ${If} $MultiUser.InstallMode == "AllUsers"
    !insertmacro ClearSectionFlag ${SectionFirewall} ${SF_RO}
    SectionSetText ${SectionFirewall} "$(PartFirewall)"
  ${Else}
    !insertmacro UnselectSection ${SectionFirewall}
    !insertmacro SetSectionFlag ${SectionFirewall} ${SF_RO}
    SectionSetText ${SectionFirewall} "$(PartNoFirewall)"
  ${EndIf}
FunctionEnd

; What an older version has installed goes by its own uninstaller, which touches no records.
Function RemoveTheOld
  ReadRegStr $0 SHCTX "${KEY}" "InstallLocation"
  ReadRegStr $1 SHCTX "${KEY}" "DisplayVersion"
  ${If} $0 == ""
  ${OrIfNot} ${FileExists} "$0\uninstall.exe"
    Return
  ${EndIf}
  ${VersionCompare} "$1" "${VERSION}" $2
  ${If} $2 == 1
    MessageBox MB_YESNO|MB_ICONQUESTION "$(NewerIsThere)" /SD IDYES IDYES replace
    SetErrorLevel ${CODE_CANCELLED}
    Quit
    replace:
  ${EndIf}
  ; It is copied, for nothing deletes the file that it runs from; “_?=” lets it be waited for.
  InitPluginsDir
  CopyFiles /SILENT "$0\uninstall.exe" "$PLUGINSDIR\old.exe"
  ClearErrors
  ExecWait '"$PLUGINSDIR\old.exe" /S /$MultiUser.InstallMode _?=$0' $2
  ${If} ${Errors}
  ${OrIf} $2 <> 0
    MessageBox MB_OK|MB_ICONSTOP "$(OldStays)" /SD IDOK
    SetErrorLevel ${CODE_OLD_STAYS}
    Quit
  ${EndIf}
  Delete "$0\uninstall.exe"
FunctionEnd

; By the Explorer, so that the table is not the administrator's.
Function OpenTheTable
  Exec '"$WINDIR\explorer.exe" "$INSTDIR\${COMMAND}.exe"'
FunctionEnd

Function un.onInit
  SetRegView 64
  !insertmacro MULTIUSER_UNINIT
  StrCpy $Farewell "$(RecordsStay)"
FunctionEnd

Section "un.$(PartProgram)" UnsectionProgram
  SectionIn RO
  Call un.WaitUntilClosed
  ${If} $MultiUser.InstallMode == "AllUsers"
    !insertmacro ForgetRules
  ${EndIf}
  Delete "$SMPROGRAMS\${NAME}.lnk"
  Delete "$DESKTOP\${NAME}.lnk"
  DeleteRegValue SHCTX "${CLASSES}\.${SUFFIX}\OpenWithProgids" "${PROGID}"
  DeleteRegKey /ifempty SHCTX "${CLASSES}\.${SUFFIX}\OpenWithProgids"
  DeleteRegKey /ifempty SHCTX "${CLASSES}\.${SUFFIX}"
  DeleteRegKey SHCTX "${CLASSES}\${PROGID}"
  ; One by one: whatever else lies there is not ours.
  !include "${FILES}"
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  DeleteRegKey SHCTX "${KEY}"
  System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)'
SectionEnd

Section /o "un.$(PartForget)" UnsectionForget
  ; That of a person, wherever the program itself was; never what all users share.
  SetShellVarContext current
  ${If} $LOCALAPPDATA != ""
    RMDir /r "$LOCALAPPDATA\${COMMAND}"
    StrCpy $Farewell "$(RecordsGone)"
  ${EndIf}
SectionEnd

!insertmacro MUI_UNFUNCTION_DESCRIPTION_BEGIN
  !insertmacro MUI_DESCRIPTION_TEXT ${UnsectionProgram} "$(AboutProgram)"
  !insertmacro MUI_DESCRIPTION_TEXT ${UnsectionForget} "$(AboutForget)"
!insertmacro MUI_UNFUNCTION_DESCRIPTION_END
