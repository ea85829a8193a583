; What the installer says in its own words, in both languages it speaks.

!macro Words NAME ENGLISH RUSSIAN
  LangString ${NAME} ${LANG_ENGLISH} "${ENGLISH}"
  LangString ${NAME} ${LANG_RUSSIAN} "${RUSSIAN}"
!macroend

!insertmacro Words PartProgram \
  "Green Baize" \
  "Green Baize"
!insertmacro Words PartDesktop \
  "A link on the desktop" \
  "Ярлык на рабочем столе"
!insertmacro Words PartRecords \
  "Offer Green Baize for match records (.jsonl)" \
  "Предлагать Green Baize для записей партий (.jsonl)"
!insertmacro Words PartFirewall \
  "Let friends on private networks join my tables" \
  "Пускать друзей из частных сетей за мои столы"
!insertmacro Words PartNoFirewall \
  "Let friends join my tables (only if installed for all users)" \
  "Пускать друзей за мои столы (только при установке для всех)"
!insertmacro Words PartForget \
  "My match records and settings as well" \
  "Также мои записи партий и настройки"

!insertmacro Words AboutProgram \
  "The program, and its entry in the Start menu." \
  "Программа и её ярлык в меню «Пуск»."
!insertmacro Words AboutDesktop \
  "Puts a link to the program on the desktop." \
  "Создаёт ярлык программы на рабочем столе."
!insertmacro Words AboutRecords \
  "Adds the program to “Open with”. What opens such files now stays as it is." \
  "Добавляет программу в «Открыть с помощью». То, чем такие файлы открываются сейчас, не меняется."
!insertmacro Words AboutFirewall \
  "Tells the firewall of Windows that others may reach Green Baize, on private networks only. Without it, or if installed for one user, Windows asks when a table is opened." \
  "Сообщает брандмауэру Windows, что к Green Baize можно обращаться, и только в частных сетях. Без этого, как и при установке для одного пользователя, Windows спросит, когда откроется стол."
!insertmacro Words AboutForget \
  "Deletes the match records, kept sheets and settings of the user who is signed in. They are gone for good." \
  "Удаляет записи партий, сохранённые листы и настройки текущего пользователя. Вернуть их будет нельзя."

!insertmacro Words TooOld \
  "Green Baize needs Windows 10, version 1809, or newer." \
  "Для Green Baize нужна Windows 10 версии 1809 или новее."
!insertmacro Words NotHere \
  "This Green Baize is for 64-bit Windows." \
  "Эта версия Green Baize предназначена для 64-разрядной Windows."
!insertmacro Words StillRuns \
  "Green Baize is running. Close it, then choose Retry." \
  "Green Baize запущена. Закройте её и нажмите «Повтор»."
!insertmacro Words NewerIsThere \
  "A newer Green Baize ($1) is installed. Replace it with ${VERSION}?" \
  "Установлена более новая версия Green Baize ($1). Заменить её версией ${VERSION}?"
!insertmacro Words OldStays \
  "The older Green Baize could not be removed. Remove it under Settings, Apps, then try again." \
  "Не удалось удалить прежнюю версию Green Baize. Удалите её в разделе «Параметры», «Приложения» и повторите попытку."
!insertmacro Words RunIt \
  "Open the card table" \
  "Открыть карточный стол"
!insertmacro Words RecordsStay \
  "Green Baize is removed. Your match records, kept sheets and settings stay in the folder greenbaize of your local application data (%LOCALAPPDATA%)." \
  "Green Baize удалена. Ваши записи партий, сохранённые листы и настройки остались в папке greenbaize среди локальных данных программ (%LOCALAPPDATA%)."
!insertmacro Words RecordsGone \
  "Green Baize is removed, and your match records, kept sheets and settings with it." \
  "Green Baize удалена, а с ней ваши записи партий, сохранённые листы и настройки."
