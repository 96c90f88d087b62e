import type { LiveWorldCode } from '#platform/rules/contract/world.ts'

/** Vocabulary of the load catalogue: what titles, keywords and descriptions of a world are composed of. */
export interface BenchWords {
  /** Topics per group of subjects; `other` serves every subject without an own list. */
  topics: Record<TopicGroup, string[]>
  /** What is done with a topic; German joins it to the topic word. */
  activities: string[]
  /** Ends of titles. */
  extras: string[]
  /** Sentences of descriptions. */
  sentences: string[]
  firstNames: string[]
  lastNames: string[]
}

export type TopicGroup = 'mathematics' | 'language' | 'foreign' | 'science' | 'society' | 'arts' | 'other'

/** Which topics a subject's concept draws from. */
export function topicGroupOf(concept: string): TopicGroup {
  if (/math|algebra|geometry|programming|computer/.test(concept)) return 'mathematics'
  if (/native|literature|second-language|phonics|early/.test(concept)) return 'language'
  if (/english|french|spanish|italian|german|latin|russian|greek|portuguese|clil/.test(concept))
    return 'foreign'
  if (/science|biolog|chem|physic|natur|ecolog|general|technolog|health/.test(concept)) return 'science'
  if (/histor|geograph|politic|econom|civics|social|law|religion|ethic|philosoph/.test(concept))
    return 'society'
  if (/art|music|theatre|drawing|craft|sports|physical/.test(concept)) return 'arts'
  return 'other'
}

function list(text: string): string[] {
  return text.split(',').map((each) => each.trim())
}

export const benchWords: Record<LiveWorldCode, BenchWords> = {
  de: {
    topics: {
      mathematics: list(
        'Bruchrechnung, Brüche, Einmaleins, Dezimalzahlen, Prozentrechnung, Geometrie, Dreiecke, Winkel, Flächen, Körper, Gleichungen, Terme, Funktionen, Parabeln, Wahrscheinlichkeit, Stochastik, Statistik, Kopfrechnen, Addition, Subtraktion, Multiplikation, Division, Zehnerübergang, Zahlenraum, Zahlenmauern, Sachaufgaben, Uhrzeit, Längen, Gewichte, Geld, Symmetrie, Spiegelung, Koordinaten, Pythagoras, Vektoren, Ableitung, Integral, Potenzen, Wurzeln, Logarithmus, Zinsrechnung, Dreisatz, Teiler, Primzahlen, Runden, Diagramme, Algorithmen, Programmieren, Binärzahlen, Tabellen',
      ),
      language: list(
        'Grammatik, Rechtschreibung, Diktat, Wortarten, Nomen, Verben, Adjektive, Pronomen, Satzglieder, Fälle, Zeitformen, Präteritum, Konjunktiv, Kommasetzung, Lesen, Leseverstehen, Märchen, Fabeln, Gedichte, Balladen, Kurzgeschichten, Roman, Drama, Erörterung, Inhaltsangabe, Bericht, Beschreibung, Brief, Aufsatz, Wortschatz, Silben, Buchstaben, Anlaute, Alphabet, Reime, Wortfamilien, Umlaute, Doppelkonsonanten, Groß, Bildergeschichte, Lesetagebuch, Argumentation, Stilmittel, Hörspiel, Theater',
      ),
      foreign: list(
        'Vokabeln, Present, Past, Perfect, Future, Conditional, Questions, Animals, Family, Food, Colours, Numbers, Weather, Clothes, House, School, Hobbies, Travel, London, Passé, Imparfait, Subjonctif, Articles, Deklination, Konjugation, Caesar, Ovid, Ablativ, Dialoge, Hörverstehen, Aussprache, Lektüre, Listening, Reading, Writing, Speaking, Tenses, Adverbs, Halloween, Christmas',
      ),
      science: list(
        'Wasser, Wasserkreislauf, Magnetismus, Strom, Stromkreis, Optik, Licht, Schall, Kräfte, Mechanik, Energie, Klima, Wetter, Jahreszeiten, Pflanzen, Bäume, Blumen, Tiere, Vögel, Insekten, Igel, Bienen, Fische, Säugetiere, Haustiere, Körperbau, Skelett, Herz, Blut, Verdauung, Ernährung, Zähne, Auge, Ohr, Zelle, Genetik, Evolution, Ökosystem, Wald, Wiese, Periodensystem, Atome, Säuren, Basen, Salze, Oxidation, Stoffe, Feuer, Luft, Planeten, Weltall, Vulkane, Fahrrad, Verkehr, Feuerwehr, Kartoffel, Apfel, Frühling, Herbst, Winter',
      ),
      society: list(
        'Mittelalter, Ritter, Burgen, Römer, Griechen, Ägypten, Steinzeit, Reformation, Absolutismus, Revolution, Industrialisierung, Kaiserreich, Weltkrieg, Weimar, Nationalsozialismus, Holocaust, DDR, Wiedervereinigung, Demokratie, Bundestag, Wahlen, Grundgesetz, Europa, Globalisierung, Wirtschaft, Angebot, Nachfrage, Markt, Bibel, Jesus, Mose, Abraham, Ostern, Weihnachten, Islam, Judentum, Buddhismus, Hinduismus, Freundschaft, Gerechtigkeit, Gewissen, Kinderrechte, Kontinente, Bundesländer, Deutschland, Afrika, Asien, Wüste, Regenwald, Stadt, Landwirtschaft, Migration, Klimawandel, Erdbeben',
      ),
      arts: list(
        'Farben, Farbkreis, Malen, Zeichnen, Perspektive, Collage, Drucken, Basteln, Kunstgeschichte, Picasso, Monet, Klee, Hundertwasser, Noten, Rhythmus, Instrumente, Mozart, Beethoven, Bach, Lieder, Tanz, Orchester, Ballspiele, Turnen, Leichtathletik, Schwimmen, Fußball, Aufwärmen, Improvisation, Masken, Weben, Sticken, Töpfern',
      ),
      other: list(
        'Klassenregeln, Klassenrat, Elternabend, Zeugnisse, Wochenplan, Sitzplan, Stundenplan, Portfolio, Feedback, Kooperation, Konzentration, Wahrnehmung, Motorik, Achtsamkeit, Gefühle, Streit, Mobbing, Lerntypen, Methoden, Präsentieren, Referat, Recherche, Internet, Medien, Datenschutz, Bewerbung, Praktikum, Berufe, Lebenslauf, Haushalt, Kochen, Nähen, Werken, Holz, Schulanfang, Einschulung, Geburtstag, Fasching, Sommerferien, Projektwoche',
      ),
    },
    activities: list(
      'aufgaben, übungen, training, kartei, rätsel, spiel, quiz, test, heft, mappe, plakat, werkstatt, domino, bingo, memory, stationen, lapbook, karten, projekt, einheit, stunde, einführung, wiederholung, sammlung, paket, vorlage, diktate, texte, geschichten, bilder, wörter, tabelle, merkblatt, lernplan, check, prüfung, material, bausteine, tagebuch, freiarbeit',
    ),
    extras: list(
      'mit Lösungen, differenziert, zum Ausdrucken, für Vertretungsstunden, für die Freiarbeit, kostenlos, editierbar, in drei Niveaus, Schritt für Schritt, für den Förderunterricht, mit Selbstkontrolle, zum Wiederholen, als Kartei, zum Legen, für Anfänger, kompakt, komplett, für zu Hause, mit Hörtext, für den Anfangsunterricht, zum Basteln, mit Erwartungshorizont, Klassenarbeit mit Lösung, für DaZ, für die Grundschule, für das Gymnasium, Prüfungsvorbereitung, mit Bildern, an Stationen, im Team',
    ),
    sentences: [
      'Dieses Material eignet sich für den Einstieg und die Wiederholung im Unterricht.',
      'Die Lösungen liegen bei, sodass Kinder selbstständig kontrollieren können.',
      'Alle Seiten sind sofort einsetzbar und müssen nur kopiert werden.',
      'Drei Schwierigkeitsstufen helfen beim Differenzieren in heterogenen Klassen.',
      'Die Aufgaben sind im eigenen Unterricht mehrfach erprobt worden.',
      'Enthalten sind Arbeitsblätter, Karten und ein kurzer Test am Ende.',
      'Geeignet für Einzelarbeit, Partnerarbeit und Lernen an Stationen.',
      'Die Vorlage lässt sich an die eigene Lerngruppe anpassen.',
      'Kurze Texte und klare Bilder erleichtern das Verstehen.',
      'Das Spiel kann laminiert und viele Jahre verwendet werden.',
      'Ein Bewertungsbogen hilft bei der Rückmeldung an Schülerinnen und Schüler.',
      'Der Ablauf der Stunde ist in einer Tabelle genau beschrieben.',
    ],
    firstNames: list(
      'Anna, Julia, Katrin, Sabine, Martina, Claudia, Sandra, Nicole, Lena, Laura, Miriam, Eva, Thomas, Michael, Stefan, Andreas, Jan, Tobias, Lukas, Felix, Jonas, Markus, Peter, Ralf',
    ),
    lastNames: list(
      'Müller, Schmidt, Schneider, Fischer, Weber, Meyer, Wagner, Becker, Schulz, Hoffmann, Koch, Bauer, Richter, Klein, Wolf, Schröder, Neumann, Schwarz, Zimmermann, Braun, Krüger, Hofmann, Hartmann, Lange, Schmitt, Werner, Krause, Meier, Lehmann, Köhler',
    ),
  },
  es: {
    topics: {
      mathematics: list(
        'fracciones, decimales, tablas de multiplicar, sumas, restas, división, geometría, triángulos, ángulos, ecuaciones, funciones, estadística, probabilidad, porcentajes, problemas, números romanos, potencias, raíces, polinomios, derivadas',
      ),
      language: list(
        'ortografía, gramática, verbos, sustantivos, adjetivos, acentuación, comprensión lectora, cuentos, fábulas, poesía, teatro, sintaxis, vocabulario, lectoescritura, sílabas, redacción, textos argumentativos, Quijote',
      ),
      foreign: list(
        'present simple, past simple, vocabulario, animales, familia, colores, verbos irregulares, pronombres, diálogos, comprensión oral, adjetivos, futuro, condicional, viajes, comida',
      ),
      science: list(
        'ciclo del agua, cuerpo humano, célula, plantas, animales, ecosistemas, energía, electricidad, fuerzas, átomos, tabla periódica, volcanes, sistema solar, materia, nutrición, genética',
      ),
      society: list(
        'Edad Media, Roma, Grecia, Prehistoria, Revolución Francesa, Constitución, Europa, continentes, provincias, ríos de España, clima, democracia, economía, Guerra Civil, migraciones',
      ),
      arts: list(
        'colores, dibujo, perspectiva, Picasso, Velázquez, ritmo, instrumentos, flauta, Mozart, baile, deportes, juegos, atletismo, manualidades, máscaras',
      ),
      other: list(
        'tutoría, emociones, convivencia, horario, normas de clase, programación, rúbricas, orientación, profesiones, internet, Navidad, carnaval, vuelta al cole, fin de curso',
      ),
    },
    activities: list(
      'ejercicios, actividades, juego, fichas, tarjetas, bingo, dominó, memoria, proyecto, repaso, evaluación, cuaderno, póster, dictado, lecturas, presentación, plantilla, taller',
    ),
    extras: list(
      'con soluciones, para imprimir, editable, nivel básico, nivel avanzado, paso a paso, para refuerzo, para atención a la diversidad, en grupo, de repaso, en color, gratis',
    ),
    sentences: [
      'Este material sirve para introducir y repasar el tema en clase.',
      'Incluye soluciones para la autocorrección.',
      'Las actividades tienen tres niveles de dificultad.',
      'Listo para imprimir y usar en el aula.',
      'Los textos son breves y las imágenes claras.',
      'El juego se puede plastificar y usar muchos años.',
    ],
    firstNames: list('María, Carmen, Ana, Laura, Marta, Lucía, Elena, Pablo, Javier, Carlos, Diego, Jorge'),
    lastNames: list(
      'García, Martínez, López, Sánchez, Pérez, Gómez, Ruiz, Díaz, Moreno, Muñoz, Romero, Navarro',
    ),
  },
  fr: {
    topics: {
      mathematics: list(
        'fractions, nombres décimaux, tables de multiplication, addition, soustraction, division, géométrie, triangles, angles, équations, fonctions, statistiques, probabilités, pourcentages, problèmes, théorème de Pythagore, symétrie, calcul mental',
      ),
      language: list(
        'orthographe, grammaire, conjugaison, imparfait, passé composé, dictée, lecture, compréhension, contes, fables, poésie, théâtre, vocabulaire, sons, alphabet, production écrite, roman, argumentation',
      ),
      foreign: list(
        'present simple, past simple, vocabulaire, animaux, famille, couleurs, verbes irréguliers, dialogues, compréhension orale, futur, voyages, nourriture, école',
      ),
      science: list(
        'cycle de l’eau, corps humain, cellule, plantes, animaux, écosystèmes, énergie, électricité, forces, atomes, volcans, système solaire, matière, digestion, génétique, saisons',
      ),
      society: list(
        'Moyen Âge, Rome, Grèce, Préhistoire, Révolution française, Europe, continents, régions, climat, démocratie, économie, guerre mondiale, migrations, laïcité',
      ),
      arts: list(
        'couleurs, dessin, perspective, Monet, Matisse, rythme, instruments, Mozart, danse, sports, jeux, masques, chant',
      ),
      other: list(
        'rentrée, règles de classe, emploi du temps, émotions, évaluations, orientation, métiers, internet, Noël, carnaval, ateliers, rituels',
      ),
    },
    activities: list(
      'exercices, activités, jeu, fiches, cartes, bingo, domino, mémo, projet, révision, évaluation, cahier, affiche, dictées, lectures, présentation, modèle, atelier',
    ),
    extras: list(
      'avec corrigé, à imprimer, modifiable, niveau facile, pas à pas, pour la différenciation, en groupe, en autonomie, de révision, en couleur, gratuit',
    ),
    sentences: [
      'Cette ressource permet d’introduire et de réviser la notion en classe.',
      'Le corrigé est fourni pour l’autocorrection.',
      'Trois niveaux de difficulté facilitent la différenciation.',
      'Prêt à imprimer et à utiliser.',
      'Les textes sont courts et les images claires.',
      'Le jeu peut être plastifié et servir longtemps.',
    ],
    firstNames: list(
      'Marie, Julie, Camille, Sophie, Claire, Emma, Nathalie, Pierre, Thomas, Nicolas, Julien, Antoine',
    ),
    lastNames: list(
      'Martin, Bernard, Dubois, Petit, Durand, Leroy, Moreau, Simon, Laurent, Lefèvre, Garcia, Roux',
    ),
  },
  gr: {
    topics: {
      mathematics: list(
        'κλάσματα, δεκαδικοί, προπαίδεια, πρόσθεση, αφαίρεση, διαίρεση, γεωμετρία, τρίγωνα, γωνίες, εξισώσεις, συναρτήσεις, στατιστική, πιθανότητες, ποσοστά, προβλήματα, δυνάμεις',
      ),
      language: list(
        'ορθογραφία, γραμματική, ρήματα, ουσιαστικά, επίθετα, ανάγνωση, κατανόηση κειμένου, παραμύθια, μύθοι, ποίηση, θέατρο, λεξιλόγιο, συλλαβές, αλφάβητο, έκθεση',
      ),
      foreign: list(
        'λεξιλόγιο, ζώα, οικογένεια, χρώματα, ανώμαλα ρήματα, διάλογοι, ακουστική κατανόηση, μέλλοντας, ταξίδια, φαγητό, αόριστος',
      ),
      science: list(
        'κύκλος του νερού, ανθρώπινο σώμα, κύτταρο, φυτά, ζώα, οικοσυστήματα, ενέργεια, ηλεκτρισμός, δυνάμεις, άτομα, ηφαίστεια, ηλιακό σύστημα, ύλη, διατροφή',
      ),
      society: list(
        'αρχαία Ελλάδα, Βυζάντιο, Επανάσταση, Μεσαίωνας, προϊστορία, Ευρώπη, ήπειροι, νομοί, κλίμα, δημοκρατία, οικονομία, μυθολογία, Όμηρος, μετανάστευση',
      ),
      arts: list(
        'χρώματα, σχέδιο, προοπτική, ρυθμός, μουσικά όργανα, χορός, αθλήματα, παιχνίδια, μάσκες, κατασκευές, τραγούδι',
      ),
      other: list(
        'κανόνες τάξης, ωρολόγιο πρόγραμμα, συναισθήματα, αξιολόγηση, επαγγέλματα, διαδίκτυο, Χριστούγεννα, Απόκριες, Πάσχα, αγιασμός',
      ),
    },
    activities: list(
      'ασκήσεις, δραστηριότητες, παιχνίδι, φύλλα, κάρτες, μπίνγκο, ντόμινο, σχέδιο εργασίας, επανάληψη, διαγώνισμα, τετράδιο, αφίσα, αναγνώσματα, παρουσίαση',
    ),
    extras: list(
      'με λύσεις, για εκτύπωση, σε τρία επίπεδα, βήμα βήμα, για ενίσχυση, σε ομάδες, για επανάληψη, έγχρωμο, δωρεάν',
    ),
    sentences: [
      'Το υλικό βοηθά στην εισαγωγή και την επανάληψη της ενότητας.',
      'Περιλαμβάνει λύσεις για αυτοδιόρθωση.',
      'Τρία επίπεδα δυσκολίας για διαφοροποίηση.',
      'Έτοιμο για εκτύπωση και χρήση στην τάξη.',
      'Τα κείμενα είναι σύντομα και οι εικόνες καθαρές.',
    ],
    firstNames: list('Μαρία, Ελένη, Κατερίνα, Σοφία, Άννα, Γιώργος, Νίκος, Δημήτρης, Κώστας, Παναγιώτης'),
    lastNames: list(
      'Παπαδόπουλος, Γεωργίου, Δημητρίου, Νικολάου, Ιωάννου, Αντωνίου, Βασιλείου, Οικονόμου, Μακρή, Αλεξίου',
    ),
  },
  it: {
    topics: {
      mathematics: list(
        'frazioni, decimali, tabelline, addizione, sottrazione, divisione, geometria, triangoli, angoli, equazioni, funzioni, statistica, probabilità, percentuali, problemi, potenze, numeri primi',
      ),
      language: list(
        'ortografia, grammatica, verbi, nomi, aggettivi, lettura, comprensione del testo, fiabe, favole, poesia, teatro, lessico, sillabe, alfabeto, analisi logica, tema, Promessi sposi, Dante',
      ),
      foreign: list(
        'present simple, past simple, lessico, animali, famiglia, colori, verbi irregolari, dialoghi, ascolto, futuro, viaggi, cibo',
      ),
      science: list(
        'ciclo dell’acqua, corpo umano, cellula, piante, animali, ecosistemi, energia, elettricità, forze, atomi, vulcani, sistema solare, materia, alimentazione, genetica',
      ),
      society: list(
        'Medioevo, Romani, Greci, Egizi, preistoria, Rivoluzione francese, Risorgimento, Europa, continenti, regioni, clima, Costituzione, economia, migrazioni',
      ),
      arts: list(
        'colori, disegno, prospettiva, Leonardo, Caravaggio, ritmo, strumenti, Vivaldi, danza, sport, giochi, maschere, canto',
      ),
      other: list(
        'accoglienza, regole di classe, orario, emozioni, valutazione, orientamento, mestieri, internet, Natale, carnevale, inclusione',
      ),
    },
    activities: list(
      'esercizi, attività, gioco, schede, carte, bingo, domino, memory, progetto, ripasso, verifica, quaderno, cartellone, dettati, letture, presentazione, modello, laboratorio',
    ),
    extras: list(
      'con soluzioni, da stampare, modificabile, livello base, passo dopo passo, per il recupero, per l’inclusione, in gruppo, di ripasso, a colori, gratis',
    ),
    sentences: [
      'Il materiale serve per introdurre e ripassare l’argomento in classe.',
      'Le soluzioni permettono l’autocorrezione.',
      'Tre livelli di difficoltà aiutano a differenziare.',
      'Pronto da stampare e usare in classe.',
      'I testi sono brevi e le immagini chiare.',
    ],
    firstNames: list('Maria, Giulia, Chiara, Francesca, Anna, Elena, Marco, Luca, Andrea, Matteo, Paolo'),
    lastNames: list('Rossi, Russo, Ferrari, Esposito, Bianchi, Romano, Colombo, Ricci, Marino, Greco, Conti'),
  },
  en: {
    topics: {
      mathematics: list(
        'fractions, decimals, times tables, addition, subtraction, division, geometry, triangles, angles, equations, functions, statistics, probability, percentages, word problems, place value, prime numbers, ratio, Pythagoras, algebra, coding, algorithms',
      ),
      language: list(
        'spelling, grammar, verbs, nouns, adjectives, reading comprehension, fairy tales, fables, poetry, Macbeth, drama, vocabulary, phonics, alphabet, punctuation, creative writing, persuasive writing, newspaper reports',
      ),
      foreign: list(
        'vocabulary, present tense, past tense, animals, family, colours, irregular verbs, dialogues, listening, future tense, travel, food, school, hobbies',
      ),
      science: list(
        'water cycle, human body, cells, plants, animals, ecosystems, energy, electricity, forces, atoms, periodic table, volcanoes, solar system, materials, digestion, genetics, habitats, magnets',
      ),
      society: list(
        'Romans, Vikings, Tudors, Victorians, Ancient Egypt, Stone Age, Great Fire of London, World War, Europe, continents, rivers, climate change, democracy, economy, migration, rainforests',
      ),
      arts: list(
        'colour wheel, drawing, perspective, Picasso, Van Gogh, rhythm, instruments, Mozart, dance, gymnastics, games, masks, singing',
      ),
      other: list(
        'classroom rules, timetable, feelings, assessment, careers, internet safety, Christmas, transition, form time, assembly, behaviour, mindfulness',
      ),
    },
    activities: list(
      'exercises, activities, game, worksheets, cards, bingo, dominoes, matching, project, revision, assessment, booklet, poster, starters, reading, presentation, template, workshop, knowledge organiser',
    ),
    extras: list(
      'with answers, printable, editable, differentiated, step by step, for intervention, group work, homework, in colour, free, challenge, support',
    ),
    sentences: [
      'This material introduces the topic and works well for revision.',
      'Answers are included so that pupils can check their own work.',
      'Three levels of difficulty make differentiation easy.',
      'Ready to print and use in the classroom.',
      'Short texts and clear pictures support understanding.',
      'The game can be laminated and used for years.',
    ],
    firstNames: list('Emma, Olivia, Sarah, Rachel, Hannah, Jack, Tom, James, Daniel, Oliver, Megan, Lucy'),
    lastNames: list(
      'Smith, Jones, Taylor, Brown, Williams, Wilson, Johnson, Davies, Patel, Wright, Walker, Green',
    ),
  },
}
