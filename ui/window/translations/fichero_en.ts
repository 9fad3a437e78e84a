<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>EmptyPage</name>
    <message numerus="yes">
        <source>Searched: %n document(s)</source>
        <translation>
            <numerusform>Searched: %n document</numerusform>
            <numerusform>Searched: %n documents</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n document(s) are still being indexed by meaning.</source>
        <translation>
            <numerusform>%n document is still being indexed by meaning.</numerusform>
            <numerusform>%n documents are still being indexed by meaning.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n document(s) could not be read.</source>
        <translation>
            <numerusform>%n document could not be read.</numerusform>
            <numerusform>%n documents could not be read.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n match(es) left out: the file is gone or has changed since it was read.</source>
        <translation>
            <numerusform>%n match left out: the file is gone or has changed since it was read.</numerusform>
            <numerusform>%n matches left out: the files are gone or have changed since they were read.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FolderCard</name>
    <message numerus="yes">
        <source>%n document(s)</source>
        <translation>
            <numerusform>%n document</numerusform>
            <numerusform>%n documents</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n not readable</source>
        <translation>
            <numerusform>%n not readable</numerusform>
            <numerusform>%n not readable</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>found by words; %n document(s) still to be learned by meaning</source>
        <translation>
            <numerusform>found by words; %n document still to be learned by meaning</numerusform>
            <numerusform>found by words; %n documents still to be learned by meaning</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>(and all in %n folder(s))</source>
        <translation>
            <numerusform>(and all in %n folder)</numerusform>
            <numerusform>(and all in %n folders)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FoldersPage</name>
    <message numerus="yes">
        <source>%n document(s)</source>
        <translation>
            <numerusform>%n document</numerusform>
            <numerusform>%n documents</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n passage(s)</source>
        <translation>
            <numerusform>%n passage</numerusform>
            <numerusform>%n passages</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>InvitationPage</name>
    <message numerus="yes">
        <source>%n document(s) can be searched.</source>
        <translation>
            <numerusform>%n document can be searched.</numerusform>
            <numerusform>%n documents can be searched.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of them by their words only, until their meaning is learned.</source>
        <translation>
            <numerusform>%n of them by its words only, until its meaning is learned.</numerusform>
            <numerusform>%n of them by their words only, until their meaning is learned.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Preview</name>
    <message numerus="yes">
        <source>%n match(es)</source>
        <translation>
            <numerusform>%n match</numerusform>
            <numerusform>%n matches</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SearchConversation</name>
    <message numerus="yes">
        <source>%n result(s)</source>
        <translation>
            <numerusform>%n result</numerusform>
            <numerusform>%n results</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n match(es) left out: the file is gone or has changed and is read again.</source>
        <translation>
            <numerusform>%n match left out: the file is gone or has changed and is read again.</numerusform>
            <numerusform>%n matches left out: the files are gone or have changed and are read again.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>StatusLine</name>
    <message numerus="yes">
        <source>%n document(s)</source>
        <translation>
            <numerusform>%n document</numerusform>
            <numerusform>%n documents</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n not readable</source>
        <translation>
            <numerusform>%n not readable</numerusform>
            <numerusform>%n not readable</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n waiting for text recognition</source>
        <translation>
            <numerusform>%n waiting for text recognition</numerusform>
            <numerusform>%n waiting for text recognition</numerusform>
        </translation>
    </message>
</context>
</TS>
