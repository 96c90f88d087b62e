import { each, grade, type Lexicon, learningYears, pairs, phrases, stage, wordList } from './lexicon.ts'

const ordinals = [
  'erste ersten erster erstes 1te 1ten 1ter',
  'zweite zweiten zweiter zweites 2te 2ten 2ter',
  'dritte dritten dritter drittes 3te 3ten 3ter',
  'vierte vierten vierter viertes 4te 4ten 4ter',
  'funfte funften funfter fuenfte fuenften 5te 5ten',
  'sechste sechsten sechster 6te 6ten',
  'siebte siebten siebter siebente siebenten 7te 7ten',
  'achte achten achter 8te 8ten',
  'neunte neunten neunter 9te 9ten',
  'zehnte zehnten zehnter 10te 10ten',
  'elfte elften 11te 11ten',
  'zwolfte zwolften zwoelfte 12te 12ten',
  'dreizehnte dreizehnten 13te 13ten',
].map(wordList)

const classWords = wordList(
  'klasse klassen kl klassenstufe klassenstufen jahrgangsstufe jahrgangsstufen jgst jgs schuljahr schuljahres jahrgang stufe',
)

const grades = ordinals.flatMap((forms, index) => {
  const number = String(index + 1)
  const pupils = forms.slice(0, 1).map((form) => form.replace(/e$/, ''))
  return [
    ...each(pairs([number, ...forms], classWords), grade(number)),
    ...each(pairs(classWords, [number]), grade(number)),
    ...each(
      pupils.flatMap((start) =>
        ['klassler', 'klasslern', 'klassleri', 'klaessler'].map((end) => start + end),
      ),
      grade(number),
    ),
  ]
})

export const de: Lexicon = {
  stop: wordList(`ab der die das den dem des ein eine einen einem einer und oder fur fuer mit ohne von vom zu zum zur im in
    auf aus bei beim an am als wie was wer wo warum wann welche welcher welches sich es ist sind kann man ich du wir
    ihr mein meine meinen meiner unser unsere unseren dein deine ihnen ihre ihren sie er nach uber ueber unter um bis ganz
    sehr auch noch nur mal etwas bitte suche suchen gesucht brauche brauchen hatte haette gern gerne mochte moechte
    habe hat haben wird werden soll sollen konnen koennen einfach einfache einfaches passend passende passendes schone
    tolle gute gutes guten kurz kurze rund thema zu- dazu damit dass da dann denn wenn so viele alle allen jede jeden`),
  weak: wordList(`ubung ubungen uebung uebungen uben ueben einuben material materialien unterricht unterrichtsmaterial
    aufgabe aufgaben ubungsaufgaben losung losungen loesung loesungen kinder kindern kind schuler schulerinnen schuelern
    schulern schueler lernen lerne lernt lehrer lehrkraft lehrerin lehrkrafte schule stunde stunden einstieg
    einfuhrung wiederholung wiederholen festigung vertretungsstunde hausaufgabe hausaufgaben freiarbeit
    ausdrucken druckvorlage pdf kopiervorlage kopiervorlagen klasse klassen fach jahrgangsstufe selbstkontrolle
    erklaren erklaert beibringen verstehen anfanger forderung differenziert differenzierung blatt blatter zettel
    bearbeiten ausfullen druck idee ideen thema themen richtig sicher leicht leichte machen erklare erklaere erklart ube uebe ubt schwach schwache schwachen schreibe schreibt schreiben komplett komplette benutze benutzt hilft helfen lehrkrafte`),
  titles: wordList('frau herr herrn dr prof fr hr von'),
  free: wordList(
    'gratis kostenlos kostenlose kostenloser kostenloses kostenlosen kostenfrei kostenfreie umsonst gratismaterial freebie',
  ),
  types: {
    worksheet: phrases(
      'arbeitsblatt, arbeitsblatter, arbeitsblaetter, ubungsblatt, ubungsblatter, uebungsblaetter, ab',
    ),
    workbook: phrases('arbeitsheft, arbeitshefte, ubungsheft'),
    test: phrases(
      'test, tests, klassenarbeit, klassenarbeiten, klausur, lernzielkontrolle, lzk, schulaufgabe, probe, ka, prufung, lernkontrolle, leistungskontrolle, schularbeit',
    ),
    'lesson-plan': phrases('unterrichtsentwurf, stundenentwurf, verlaufsplan'),
    unit: phrases('unterrichtseinheit, unterrichtsreihe, ue'),
    flashcards: phrases('lernkarten, bildkarten, wortkarten, karteikarten, flashcards, vokabelkarten'),
    game: phrases('spiel, spiele, lernspiel, lernspiele, kartenspiel'),
    'escape-game': phrases('escape room, escape game, escape spiel, escaperoom, escape, ratsel'),
    presentation: phrases('prasentation, powerpoint, ppt, folien'),
    poster: phrases('plakat, plakate, poster, merkblatt, merkplakat, aushang'),
    'reading-text': phrases('lesetext, lesetexte, sachtext, text, texte, lesegeschichte'),
    template: phrases('vorlage, vorlagen, blanko'),
    planner: phrases('planer, kalender, organisation'),
    certificate: phrases('urkunde, urkunden, zertifikat, auszeichnung'),
    'classroom-decor': phrases('deko, dekoration, klassenzimmerdeko, raumgestaltung, klassenraumgestaltung'),
    coloring: phrases('ausmalbild, ausmalbilder, malvorlage'),
    interactive: phrases('interaktiv, interaktive'),
    quiz: phrases('quiz'),
    bundle: phrases('paket, materialpaket, pakete, sparpaket, bundle, sammlung'),
  },
  stages: [
    ...grades,
    ...learningYears(ordinals, wordList('lernjahr lernjahre')),
    ...each(
      phrases('grundschule, grundschulen, primarstufe, primarschule, volksschule'),
      stage('grundschule'),
    ),
    ...each(phrases('kita, kindergarten, kindergartenkinder, kiga, elementarbereich'), stage('kita')),
    ...each(phrases('vorschule, vorschulkinder, vorschuler'), grade('vorschule')),
    ...each(
      phrases('sek 1, sek i, sekundarstufe 1, sekundarstufe i, sek1, mittelstufe, unterstufe'),
      stage('sek1-mittel', 'sek1-gym'),
    ),
    ...each(phrases('sek 2, sek ii, sekundarstufe 2, sekundarstufe ii, sek2, oberstufe'), stage('sek2')),
    ...each(phrases('gymnasium, gymnasien'), stage('sek1-gym', 'sek2')),
    ...each(
      phrases('realschule, hauptschule, mittelschule, gesamtschule, oberschule, regelschule'),
      stage('sek1-mittel'),
    ),
    ...each(
      phrases('weiterfuhrende schule, weiterfuhrende schulen, weiterfuhrenden schule'),
      stage('secondary'),
    ),
    ...each(phrases('berufsschule, berufskolleg, berufsfachschule'), stage('berufsschule')),
    ...each(phrases('forderschule, sonderschule, forderzentrum'), stage('foerder')),
    ...each(phrases('erwachsenenbildung, volkshochschule, vhs'), stage('erwachsene')),
    ...each(phrases('referendariat, studium'), grade('studium')),
  ],
  inside: wordList('der die das'),
  and: wordList('und u oder'),
  to: wordList('bis'),
}
