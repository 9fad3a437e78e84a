<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="es" sourcelanguage="en">
<context>
    <name>Banner</name>
    <message>
        <source>Close this message</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Citation</name>
    <message>
        <source>p. {page}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{passage}”</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>CodeView</name>
    <message>
        <source>Text of the document</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>EmptyPage</name>
    <message>
        <source>Nothing found for “{query}”</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Searched: %n document(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>from {day}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>to {day}</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n document(s) are still being indexed by meaning.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n document(s) could not be read.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n match(es) left out: the file is gone or has changed since it was read.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Try fewer or other words, another spelling, or a whole question; leave out quotation marks and minus signs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search without filters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show what could not be read</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>FilterBar</name>
    <message>
        <source>Filter by type</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter by folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter by date of change</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter by language</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From this day</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To this day</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clear filters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All types</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All folders</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All languages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Any date</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Last 7 days</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Last 30 days</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Since 1 January</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Last year</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Older</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Between two days…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>FolderCard</name>
    <message numerus="yes">
        <source>%n document(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n not readable</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>the folder cannot be found: what was read is kept</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>found by words and by meaning</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>found by words; %n document(s) still to be learned by meaning</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Left out: {what}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show in the file manager</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look for changes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove from the index…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>FoldersPage</name>
    <message>
        <source>Back to the search (Esc)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folders and index</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add folder…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a folder (Ctrl+O)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look for changes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read what is new or has changed, forget what is gone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No folder has been added yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folders</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not readable ({count})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Index and models</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Catalog and texts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Word index</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Meaning vectors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Token bits for ranking</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n document(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n passage(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Room on disk</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Models, all on this computer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none is prepared</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Everything that Fichero writes lies in this folder. Nothing leaves this computer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove “{folder}” from the index?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your files stay as they are. Fichero forgets what it read there; to search it again it must be read again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>HitDelegate</name>
    <message>
        <source>p. {page}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The same text also in: {names}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>HitList</name>
    <message>
        <source>Results</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>HitListModel</name>
    <message>
        <source>page {page}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>InvitationPage</name>
    <message>
        <source>What are you looking for?</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n document(s) can be searched.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of them by their words only, until their meaning is learned.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>• Write words, or a question as you would ask a person; in Spanish, English or another language.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>• “Quotation marks” find exactly these words in this order.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>• A minus before a word leaves out the documents that hold it: -draft</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>• Codes and numbers are found as written: E-4032, 5.440.000</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+L search field · ↓ ↑ results · Enter open · F3 next match · Ctrl+G find in the document · Ctrl+O add a folder</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Kinds</name>
    <message>
        <source>OpenDocument sheet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>OpenDocument slides</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Web page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Plain text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Program code</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>E-mail</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Outlook e-mail</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mailbox</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Picture</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Languages</name>
    <message>
        <source>Spanish</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>English</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Catalan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Galician</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Basque</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Portuguese</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>French</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Italian</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>German</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dutch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Norwegian</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Swedish</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Danish</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Polish</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Russian</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ukrainian</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Arabic</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hebrew</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chinese</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Japanese</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Korean</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Thai</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hindi</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Turkish</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Greek</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Romanian</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Latin</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>MainMenu</name>
    <message>
        <source>Add folder…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folders and index</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look for changes in the folders</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>About Fichero</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Language</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Colours</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As the system</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Light</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dark</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message numerus="yes">
        <source>%n result(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>{count} by words; looking for the meaning…</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n match(es) left out: the file is gone or has changed and is read again.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>The documents hardly seem to answer this; these come closest.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Searching… (loading the models)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Path copied</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Passage copied with its source</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>About Fichero</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fichero {version}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Searches your own documents on this computer. Nothing leaves it.

Free software under the Apache License 2.0.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fichero</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add folder</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>PdfView</name>
    <message>
        <source>Pages of the document</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Page {page}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Page {page} cannot be drawn: it is damaged.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Preview</name>
    <message>
        <source>There is no text to show of this document.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no text to show of this document: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{number} of {count}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no matches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>page {page} of {count}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{percent} %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open in its own application (Ctrl+Enter)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the path</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the passage with its source (Ctrl+Shift+C)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find in this document (Ctrl+G)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous match (Shift+F3)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next match (F3)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Smaller (Ctrl+-)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Larger (Ctrl++)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find in this document</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Progress</name>
    <message>
        <source>Indexing is paused</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Looking for documents: {done} files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading documents: {done} of {total}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Learning what they mean: {done} of {total} passages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tidying up the index</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ProgressCard</name>
    <message>
        <source>Everything is up to date</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Indexing is about to go on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Resume</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pause</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Rules</name>
    <message>
        <source>hidden</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>folders of programs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>temporary</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not documents</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>by your own patterns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>links</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fichero&apos;s own data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>removed by you</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SearchHeader</name>
    <message>
        <source>Search by words or ask a question</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clear (Esc)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folders</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folders, progress, and what could not be read (Ctrl+D)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Menu</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>StartPage</name>
    <message>
        <source>Search your own documents</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a folder. Fichero reads the documents in it and finds them by their words within seconds; a while later also by what they mean, in any language. You can search while it reads.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a folder…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Or drop folders here. More can be added and removed at any time.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Left out: hidden and temporary files, folders of programs, and files that are no documents, such as pictures, sound and film.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your files are only read, never changed, and nothing leaves this computer.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>StatusLine</name>
    <message>
        <source>Go on indexing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pause indexing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Found by words and by meaning</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Found by words; meaning follows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show folders and progress</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n document(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n not readable</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TableView</name>
    <message>
        <source>Table of the document</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sheets</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TextView</name>
    <message>
        <source>Text of the document</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Page {page}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>UnreadableList</name>
    <message>
        <source>These documents are found by their names and folders only, because their text could not be read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look at the folders again: files that have changed are read anew</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Documents that could not be read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show only one reason</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All reasons ({count})</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>UnreadableModel</name>
    <message>
        <source>Document</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Why</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folder</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Wording</name>
    <message>
        <source>{seconds} s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>less than a minute left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>about {minutes} min left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>about {hours} h left</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
