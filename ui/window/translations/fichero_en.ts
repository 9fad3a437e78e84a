<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>Chip</name>
    <message numerus="yes">
        <source>%n document(s) among those that this search found</source>
        <translation>
            <numerusform>%n document among those that this search found</numerusform>
            <numerusform>%n documents among those that this search found</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Counts</name>
    <message numerus="yes">
        <source>%n older version(s)</source>
        <translation>
            <numerusform>%n older version</numerusform>
            <numerusform>%n older versions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n older version(s) under it</source>
        <translation>
            <numerusform>%n older version under it</numerusform>
            <numerusform>%n older versions under it</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>With %n question(s) each one weighs much; more of them say more.</source>
        <translation>
            <numerusform>With %n question each one weighs much; more of them say more.</numerusform>
            <numerusform>With %n questions each one weighs much; more of them say more.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n question(s) found now</source>
        <translation>
            <numerusform>%n question found now</numerusform>
            <numerusform>%n questions found now</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n question(s) not found any more</source>
        <translation>
            <numerusform>%n not found any more</numerusform>
            <numerusform>%n not found any more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Compared over the %n question(s) that both asked.</source>
        <translation>
            <numerusform>Compared over the %n question that both asked.</numerusform>
            <numerusform>Compared over the %n questions that both asked.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) of this name still wait to be read: {names}</source>
        <translation>
            <numerusform>%n file of this name still waits to be read: {names}</numerusform>
            <numerusform>%n files of this name still wait to be read: {names}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Looking for documents: %Ln file(s)</source>
        <translation>
            <numerusform>Looking for documents: %Ln file</numerusform>
            <numerusform>Looking for documents: %Ln files</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Learning what they mean: {done} of %Ln passage(s)</source>
        <translation>
            <numerusform>Learning what they mean: {done} of %Ln passage</numerusform>
            <numerusform>Learning what they mean: {done} of %Ln passages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>about %n min left</source>
        <translation>
            <numerusform>about %n min left</numerusform>
            <numerusform>about %n min left</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln hidden</source>
        <translation>
            <numerusform>%Ln hidden</numerusform>
            <numerusform>%Ln hidden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln folder(s) of programs or of saved pages</source>
        <translation>
            <numerusform>%Ln folder of programs or of saved pages</numerusform>
            <numerusform>%Ln folders of programs or of saved pages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln temporary</source>
        <translation>
            <numerusform>%Ln temporary</numerusform>
            <numerusform>%Ln temporary</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln not document(s)</source>
        <translation>
            <numerusform>%Ln not a document</numerusform>
            <numerusform>%Ln not documents</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln picture(s) (text recognition is off)</source>
        <translation>
            <numerusform>%Ln picture (text recognition is off)</numerusform>
            <numerusform>%Ln pictures (text recognition is off)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln too large</source>
        <translation>
            <numerusform>%Ln too large</numerusform>
            <numerusform>%Ln too large</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln link(s)</source>
        <translation>
            <numerusform>%Ln link</numerusform>
            <numerusform>%Ln links</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln removed by you</source>
        <translation>
            <numerusform>%Ln removed by you</numerusform>
            <numerusform>%Ln removed by you</numerusform>
        </translation>
    </message>
</context>
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
        <source>only in %n document(s) chosen</source>
        <translation>
            <numerusform>only in %n document chosen</numerusform>
            <numerusform>only in %n documents chosen</numerusform>
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
        <source>%n document(s) wait for text recognition.</source>
        <translation>
            <numerusform>%n document waits for text recognition.</numerusform>
            <numerusform>%n documents wait for text recognition.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n picture(s) or scan(s) were not read: text recognition is off.</source>
        <translation>
            <numerusform>%n picture or scan was not read: text recognition is off.</numerusform>
            <numerusform>%n pictures or scans were not read: text recognition is off.</numerusform>
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
    <name>EvaluationPage</name>
    <message numerus="yes">
        <source>{done} of %Ln question(s)</source>
        <translation>
            <numerusform>{done} of %Ln question</numerusform>
            <numerusform>{done} of %Ln questions</numerusform>
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
        <source>%n waiting for text recognition</source>
        <translation>
            <numerusform>%n waiting for text recognition</numerusform>
            <numerusform>%n waiting for text recognition</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n without text: pictures or scans</source>
        <translation>
            <numerusform>%n without text: a picture or scan</numerusform>
            <numerusform>%n without text: pictures or scans</numerusform>
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
    <name>FolderRow</name>
    <message numerus="yes">
        <source>%n document(s)</source>
        <translation>
            <numerusform>%n document</numerusform>
            <numerusform>%n documents</numerusform>
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
    <name>OwnQuestions</name>
    <message numerus="yes">
        <source>%n question(s) imported</source>
        <translation>
            <numerusform>%n question imported</numerusform>
            <numerusform>%n questions imported</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n question(s) exported</source>
        <translation>
            <numerusform>%n question exported</numerusform>
            <numerusform>%n questions exported</numerusform>
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
    <name>QuestionList</name>
    <message numerus="yes">
        <source>%n question(s)</source>
        <translation>
            <numerusform>%n question</numerusform>
            <numerusform>%n questions</numerusform>
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
        <source>{count} of %n document(s)</source>
        <translation>
            <numerusform>{count} of %n document</numerusform>
            <numerusform>{count} of %n documents</numerusform>
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
        <source>%n without text</source>
        <translation>
            <numerusform>%n without text</numerusform>
            <numerusform>%n without text</numerusform>
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
<context>
    <name>Tray</name>
    <message numerus="yes">
        <source>%n document(s) are found by words and by meaning.</source>
        <translation>
            <numerusform>%n document is found by words and by meaning.</numerusform>
            <numerusform>%n documents are found by words and by meaning.</numerusform>
        </translation>
    </message>
</context>
</TS>
