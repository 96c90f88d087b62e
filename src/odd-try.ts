import { importAiken, importCsv, importGift, importMoodle, importH5p } from './shared/interactive/imports.ts'
import { importQti } from './shared/interactive/import-qti.ts'
const show = (name: string, found: any) => {
  console.log('=====', name)
  if (typeof found === 'string') return console.log('REFUSED', found)
  for (const line of found.report) console.log('  ', JSON.stringify(line))
  for (const p of found.pages) { if (p.title) console.log('  PAGE', p.title); for (const e of p.elements) console.log('   >', e.type, JSON.stringify({ p: e.prompt, pts: e.points, r: e.right, w: e.wrong, h: e.hint, d: e.data })) }
}
const gift = String.raw`// a comment
$CATEGORY: $course$/top/Erdkunde/Europa

::Tilde \: Titel:: Was kostet 5 \~ 6 \= \{x\} \# 1\: 2? {
=\~5# Genau\: so
~%-33.333%6 \= 7#leider nein
~%50%halb####Allgemeiner Kommentar mit \# Zeichen
}

// multi
Welche sind Primzahlen? {~%50%2 ~%50%3 ~%-100%4 ~%-100%6}

::Lücke:: Berlin liegt an der {=Spree =%50%Havel ~Elbe#nein} und ist groß.

Wie viel? {#3.14:0.005}

Bereich {#
=1..5#ja
=%50%0..10#fast
~#ganz falsch}

Negativ {#-5..-3}

Zuordnen {
=Hund -> dog
=Katze \-> Kater -> cat
= -> bird
####Gut gemacht}

Stimmt {T#falsch gewählt#richtig}

Aufsatz {}

Nur Text ohne Frage mit \{Klammern\}.

[markdown]**Fett** und *kursiv* {=ja ~nein}

[html]<p>Formel: \\( x^2 \\) <b>x</b></p> {=4 =%80%vier}

Frage mit zwei Klammern {=a ~b} und {=c ~d}.

Kaputt {=a ~b

Weiter {T}
`
show('gift', importGift(gift, 'T'))
const moodle = `<?xml version="1.0" encoding="UTF-8"?>
<quiz>
<question type="category"><category><text>$course$/Bio &amp; Chemie</text></category></question>
<question type="multichoice"><name><text>F1</text></name><questiontext format="html"><text><![CDATA[<p>Wo? <img src="@@PLUGINFILE@@/a.png" alt="x"/></p>]]></text><file name="a.png" path="/" encoding="base64">iVBORw0KGgo=</file></questiontext>
<generalfeedback format="html"><text>Allgemein</text></generalfeedback><defaultgrade>2.5</defaultgrade><penalty>0.33</penalty><hidden>0</hidden><single>true</single>
<correctfeedback><text><![CDATA[<p>Super!</p>]]></text></correctfeedback><partiallycorrectfeedback><text>Teils</text></partiallycorrectfeedback><incorrectfeedback><text>Schade</text></incorrectfeedback>
<answer fraction="100"><text>A &lt; B</text><feedback><text>ja</text></feedback></answer><answer fraction="-33.33333"><text><![CDATA[C &amp; D]]></text></answer>
<hint format="html"><text>Denk nach</text></hint><hint><text>Noch mehr</text></hint><tags><tag><text>bio</text></tag></tags></question>
<question type="multichoice"><name><text>F1</text></name><questiontext format="html"><text><![CDATA[<p>Und <img src="@@PLUGINFILE@@/a.png"></p>]]></text><file name="a.png" path="/" encoding="base64">R0lGODlhAQABAAAAACw=</file></questiontext><single>false</single>
<answer fraction="50"><text>1</text></answer><answer fraction="50"><text>2</text></answer><answer fraction="-50"><text>3</text></answer></question>
<question type="truefalse"><name><text>tf</text></name><questiontext format="moodle_auto_format"><text>Stimmt a &lt; b?</text></questiontext><answer fraction="0"><text>true</text><feedback><text>nein!</text></feedback></answer><answer fraction="100"><text>false</text><feedback><text>ja!</text></feedback></answer></question>
<question type="shortanswer"><name><text>sa</text></name><questiontext format="plain_text"><text>1 &lt; 2? Name</text></questiontext><answer fraction="100"><text>New*</text></answer></question>
<question type="shortanswer"><name><text>sa2</text></name><questiontext format="markdown"><text>**Wie** heißt
er?</text></questiontext><usecase>1</usecase><answer fraction="100"><text>Bob</text></answer><answer fraction="0"><text>*</text><feedback><text>gar nicht</text></feedback></answer></question>
<question type="numerical"><name><text>num</text></name><questiontext><text>Wie lang?</text></questiontext><answer fraction="100"><text>1,5</text><tolerance>0.1</tolerance></answer><answer fraction="0"><text>*</text><feedback><text>falsch</text></feedback></answer><units><unit><multiplier>1</multiplier><unit_name>m</unit_name></unit><unit><multiplier>100</multiplier><unit_name>cm</unit_name></unit></units></question>
<question type="essay"><name><text>es</text></name><questiontext><text>Schreib!</text></questiontext><graderinfo format="html"><text>Achte auf X</text></graderinfo><responsetemplate><text>Es war einmal</text></responsetemplate><minwordlimit>10</minwordlimit><attachments>1</attachments></question>
<question type="match"><name><text>ma</text></name><questiontext><text>Ordne</text></questiontext><subquestion><text>Hund</text><answer><text>dog</text></answer></subquestion><subquestion><text>Welpe</text><answer><text>dog</text></answer></subquestion><subquestion><text></text><answer><text>cat</text></answer></subquestion></question>
<question type="cloze"><name><text>cl</text></name><questiontext><text><![CDATA[Der {1:MULTICHOICE_V:=Hund#gut~Katze#nö} hat {2:NUMERICAL:=4:0.1} Beine und {:SHORTANSWER:%100%Ohren#ja~*#egal}. {1:MULTIRESPONSE:=a~=b~c} {1:MC:=x~y}]]></text></questiontext></question>
<question type="ddwtos"><name><text>dd</text></name><questiontext><text>Der [[1]] jagt die [[2]].</text></questiontext><dragbox><text>Hund</text><group>1</group></dragbox><dragbox><text>Katze</text><group>1</group></dragbox><dragbox><text>Maus</text><group>2</group></dragbox></question>
<question type="gapselect"><name><text>gs</text></name><questiontext><text>Der [[2]] läuft.</text></questiontext><selectoption><text>Hase</text><group>1</group></selectoption><selectoption><text>Hund</text><group>1</group></selectoption></question>
<question type="ordering"><name><text>or</text></name><questiontext><text>Sortiere</text></questiontext><gradingtype>ABSOLUTE_POSITION</gradingtype><answer fraction="1"><text>eins</text></answer><answer fraction="2"><text>zwei</text></answer></question>
<question type="calculated"><name><text>ca</text></name><questiontext><text>{a}+{b}</text></questiontext></question>
<question type="multichoice"><name><text>noright</text></name><questiontext><text>?</text></questiontext><single>true</single><answer fraction="50"><text>a</text></answer><answer fraction="0"><text>b</text></answer></question>
<question type="description"><name><text>de</text></name><questiontext format="html"><text><![CDATA[<p>Lies</p><script>x()</script><table><tr><td>1</td></tr></table><audio src="@@PLUGINFILE@@/a.mp3"></audio>]]></text></questiontext></question>
</quiz>`
show('moodle', importMoodle(moodle, 'T'))
show('aiken', importAiken('\ufeffWas ist\r\nrot?\r\na) Blut\r\nb) Gras\r\nanswer: a\r\n\r\nZwei?\r\nA. eins\r\nB. zwei\r\nC. drei\r\nANSWER: A, C\r\n\r\nFalsch?\r\nA. x\r\nB. y\r\nANSWER: D\r\n\r\nOhne?\r\nA. x\r\nB. y\r\n\r\nLetzte\r\nA. ja\r\nB. nein\r\nweiter geht es\r\nANSWER:B', 'T'))
