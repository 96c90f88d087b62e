import type { World } from '../world-codes.ts'

type Task =
  | 'calc'
  | 'compare'
  | 'round'
  | 'seq'
  | 'equation'
  | 'convert'
  | 'simplify'
  | 'expand'
  | 'roman'
  | 'prime'
  | 'written'
  | 'name'
  | 'colour'
  | 'read'
  | 'draw'
  | 'figures'
  | 'angles'
  | 'coordsread'
  | 'coordsplot'
  | 'chart'
  | 'numberline'
  | 'walls'
  | 'sudoku'
  | 'money'
  | 'count'
  | 'trace'
  | 'mirror'
  | 'loop'
  | 'riddle'
  | 'problems'
  | 'match'
  | 'vocab'
  | 'cards'
  | 'cloze'
  | 'fill'
  | 'questions'
  | 'mc'
  | 'truefalse'
  | 'sort'
  | 'conj'
  | 'search'
  | 'cross'
  | 'jumble'
  | 'steps'
  | 'timeline'
  | 'table'
  | 'diagram'
  | 'map'
  | 'checklist'
  | 'staff'
  | 'cipher'

/** The standing words of a sheet in the language of its world. */
export type SheetWords = {
  name: string
  date: string
  klass: string
  answers: string
  times: string
  over: string
  comma: string
  rest: string
  roundTo: string
  of: string
  gcd: string
  lcm: string
  licence: string
  yes: string
  no: string
  area: string
  perimeter: string
  volume: string
  highest: string
  lowest: string
  total: string
  self: [string, string, string, string]
  notes: string
  contents: string
  starter: string
  has: string
  codeword: string
  down: string
  notesNames: string[]
  days: string[]
  angleKinds: [string, string, string]
  currency: string
  alphabet: string
  todo: Record<Task, string>
}

const tasks: Task[] = [
  'calc',
  'compare',
  'round',
  'seq',
  'equation',
  'convert',
  'simplify',
  'expand',
  'roman',
  'prime',
  'written',
  'name',
  'colour',
  'read',
  'draw',
  'figures',
  'angles',
  'coordsread',
  'coordsplot',
  'chart',
  'numberline',
  'walls',
  'sudoku',
  'money',
  'count',
  'trace',
  'mirror',
  'loop',
  'riddle',
  'problems',
  'match',
  'vocab',
  'cards',
  'cloze',
  'fill',
  'questions',
  'mc',
  'truefalse',
  'sort',
  'conj',
  'search',
  'cross',
  'jumble',
  'steps',
  'timeline',
  'table',
  'diagram',
  'map',
  'checklist',
  'staff',
  'cipher',
]

function todo(list: string): Record<Task, string> {
  const lines = list.trim().split('\n')
  if (lines.length !== tasks.length) throw new Error(`${lines.length} task lines, ${tasks.length} wanted`)
  return Object.fromEntries(tasks.map((task, at) => [task, (lines[at] ?? '').trim()])) as Record<Task, string>
}

const latinLetters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

export const sheetWords: Record<World, SheetWords> = {
  de: {
    name: 'Name',
    date: 'Datum',
    klass: 'Klasse',
    answers: 'Lösungen',
    times: '·',
    over: ':',
    comma: ',',
    rest: 'R',
    roundTo: 'auf',
    of: 'von',
    gcd: 'ggT',
    lcm: 'kgV',
    licence: 'Nur für den eigenen Unterricht. Weitergabe nicht gestattet.',
    yes: 'richtig',
    no: 'falsch',
    area: 'Flächeninhalt',
    perimeter: 'Umfang',
    volume: 'Volumen',
    highest: 'Welcher Wert ist der größte?',
    lowest: 'Welcher Wert ist der kleinste?',
    total: 'Wie groß ist die Summe aller Werte?',
    self: [
      'So schätze ich mich ein',
      'Das kann ich sicher.',
      'Das übe ich noch einmal.',
      'Hier brauche ich Hilfe.',
    ],
    notes: 'Platz für Rechnungen und Notizen',
    contents: 'Das ist im Paket',
    starter: 'Start',
    has: 'Ich habe',
    codeword: 'Lösungswort',
    down: 'Begriff',
    notesNames: ['c', 'd', 'e', 'f', 'g', 'a', 'h', 'c', 'd', 'e', 'f'],
    days: ['Montag', 'Dienstag', 'Mittwoch', 'Donnerstag', 'Freitag'],
    angleKinds: ['spitz', 'recht', 'stumpf'],
    currency: '€',
    alphabet: latinLetters,
    todo: todo(`Rechne aus.
Setze <, > oder = ein.
Runde die Zahlen.
Setze die Zahlenfolge fort.
Löse die Gleichung.
Wandle um.
Kürze so weit wie möglich.
Erweitere den Bruch.
Übersetze zwischen römischen und arabischen Zahlen.
Zerlege in Primfaktoren.
Rechne schriftlich. Achte auf die Stellen.
Welcher Bruchteil ist gefärbt? Schreibe den Bruch auf.
Färbe den angegebenen Bruchteil.
Wie spät ist es? Schreibe die Uhrzeit auf.
Zeichne die Zeiger ein.
Berechne. Die Maße stehen an der Figur.
Schätze zuerst, miss dann den Winkel und benenne die Art: spitz, recht oder stumpf.
Lies die Koordinaten der Punkte ab.
Trage die Punkte in das Koordinatensystem ein.
Lies das Diagramm und beantworte die Fragen.
Welche Zahlen gehören in die Kästchen am Zahlenstrahl?
Zahlenmauern: Zwei Steine nebeneinander ergeben zusammen den Stein darüber.
Jede Zahl kommt in jeder Zeile, jeder Spalte und jedem Block genau einmal vor.
Wie viel Geld ist das? Zähle zusammen.
Zähle und schreibe die Zahl auf.
Spure die Linien nach.
Spiegle die Figur an der Mittellinie.
Rechenkette: Karten ausschneiden, verteilen und reihum vorlesen.
Rechne aus. Die Ergebnisse führen zum Lösungswort.
Löse die Sachaufgaben. Schreibe Rechnung und Antwortsatz auf.
Verbinde, was zusammengehört.
Lies die Wörter und schreibe sie ab.
Lernkarten: ausschneiden, falten und üben.
Setze die Wörter aus dem Kasten in den Text ein.
Ergänze die Sätze.
Beantworte die Fragen in ganzen Sätzen.
Kreuze die richtige Antwort an.
Richtig oder falsch? Kreuze an.
Ordne die Wörter in die Tabelle ein.
Ergänze die Verbformen.
Finde die versteckten Wörter im Buchstabengitter.
Löse das Rätsel: ein Buchstabe in jedes Kästchen.
Bringe die Buchstaben in die richtige Reihenfolge.
Bringe die Schritte in die richtige Reihenfolge.
Lies den Zeitstrahl.
Ergänze die Tabelle.
Beschrifte die Abbildung mit den Begriffen aus dem Kasten.
Ergänze die Gedankenkarte mit eigenen Stichwörtern.
Hake ab, was erledigt ist.
Benenne die Noten.
Entschlüssle die Wörter: Gehe im Alphabet um die angegebene Zahl zurück.`),
  },
  es: {
    name: 'Nombre',
    date: 'Fecha',
    klass: 'Clase',
    answers: 'Soluciones',
    times: '×',
    over: ':',
    comma: ',',
    rest: 'r.',
    roundTo: 'a',
    of: 'de',
    gcd: 'm.c.d.',
    lcm: 'm.c.m.',
    licence: 'Uso exclusivo en tus propias clases. Prohibida su redistribución.',
    yes: 'verdadero',
    no: 'falso',
    area: 'Área',
    perimeter: 'Perímetro',
    volume: 'Volumen',
    highest: '¿Qué dato tiene el valor más alto?',
    lowest: '¿Qué dato tiene el valor más bajo?',
    total: '¿Cuánto suman todos los valores?',
    self: ['Me evalúo', 'Lo sé hacer sin ayuda.', 'Tengo que practicar más.', 'Necesito ayuda.'],
    notes: 'Espacio para operaciones y notas',
    contents: 'Contenido del paquete',
    starter: 'Empieza',
    has: 'Yo tengo',
    codeword: 'Palabra secreta',
    down: 'Término',
    notesNames: ['do', 're', 'mi', 'fa', 'sol', 'la', 'si', 'do', 're', 'mi', 'fa'],
    days: ['Lunes', 'Martes', 'Miércoles', 'Jueves', 'Viernes'],
    angleKinds: ['agudo', 'recto', 'obtuso'],
    currency: '€',
    alphabet: latinLetters,
    todo: todo(`Calcula.
Escribe <, > o =.
Redondea los números.
Continúa la serie.
Resuelve la ecuación.
Convierte las unidades.
Simplifica hasta la fracción irreducible.
Completa la fracción equivalente.
Pasa de números romanos a naturales y al revés.
Descompón en factores primos.
Coloca y calcula. Fíjate en las unidades, decenas y centenas.
¿Qué fracción está coloreada? Escríbela.
Colorea la fracción indicada.
¿Qué hora es? Escríbela debajo.
Dibuja las agujas del reloj.
Calcula. Las medidas están en la figura.
Estima, mide el ángulo y clasifícalo: agudo, recto u obtuso.
Escribe las coordenadas de los puntos.
Representa los puntos en el plano.
Lee el gráfico y contesta.
¿Qué números van en las casillas de la recta?
Muros de números: cada ladrillo es la suma de los dos de abajo.
Cada número aparece una sola vez en cada fila, columna y bloque.
¿Cuánto dinero hay? Súmalo.
Cuenta y escribe el número.
Repasa las líneas.
Dibuja la figura simétrica.
Cadena de cálculo: recorta, reparte y lee en voz alta.
Calcula. Los resultados forman la palabra secreta.
Resuelve los problemas. Escribe la operación y la respuesta.
Une cada elemento con su pareja.
Lee y copia las palabras.
Tarjetas: recorta, dobla y practica.
Completa el texto con las palabras del recuadro.
Completa las oraciones.
Contesta con oraciones completas.
Marca la respuesta correcta.
¿Verdadero o falso? Marca con una cruz.
Clasifica las palabras en la tabla.
Completa las formas verbales.
Busca las palabras en la sopa de letras.
Resuelve: una letra en cada casilla.
Ordena las letras y escribe la palabra.
Ordena los pasos.
Observa la línea del tiempo.
Completa la tabla.
Rotula el dibujo con las palabras del recuadro.
Completa el mapa conceptual con tus ideas.
Marca lo que ya has hecho.
Escribe el nombre de las notas.
Descifra las palabras: retrocede en el abecedario (sin Ñ) el número indicado.`),
  },
  fr: {
    name: 'Prénom',
    date: 'Date',
    klass: 'Classe',
    answers: 'Corrigé',
    times: '×',
    over: '÷',
    comma: ',',
    rest: 'reste',
    roundTo: 'à',
    of: 'de',
    gcd: 'PGCD',
    lcm: 'PPCM',
    licence: 'Réservé à un usage dans votre classe. Diffusion interdite.',
    yes: 'vrai',
    no: 'faux',
    area: 'Aire',
    perimeter: 'Périmètre',
    volume: 'Volume',
    highest: 'Quelle est la valeur la plus élevée ?',
    lowest: 'Quelle est la valeur la plus basse ?',
    total: 'Quelle est la somme de toutes les valeurs ?',
    self: ['Je m’évalue', 'Je sais faire seul(e).', 'Je dois encore m’entraîner.', 'J’ai besoin d’aide.'],
    notes: 'Espace pour les calculs et les notes',
    contents: 'Contenu du lot',
    starter: 'Départ',
    has: 'J’ai',
    codeword: 'Mot mystère',
    down: 'Mot',
    notesNames: ['do', 'ré', 'mi', 'fa', 'sol', 'la', 'si', 'do', 'ré', 'mi', 'fa'],
    days: ['Lundi', 'Mardi', 'Mercredi', 'Jeudi', 'Vendredi'],
    angleKinds: ['aigu', 'droit', 'obtus'],
    currency: '€',
    alphabet: latinLetters,
    todo: todo(`Calcule.
Complète avec <, > ou =.
Arrondis les nombres.
Continue la suite.
Résous l’équation.
Convertis.
Simplifie le plus possible.
Complète la fraction égale.
Passe des chiffres romains aux nombres et inversement.
Décompose en facteurs premiers.
Pose et effectue l’opération.
Quelle fraction est coloriée ? Écris-la.
Colorie la fraction indiquée.
Quelle heure est-il ? Écris-la sous l’horloge.
Dessine les aiguilles.
Calcule. Les mesures sont indiquées sur la figure.
Estime, mesure l’angle et donne sa nature : aigu, droit ou obtus.
Lis les coordonnées des points.
Place les points dans le repère.
Lis le diagramme et réponds.
Quels nombres faut-il écrire sur la droite graduée ?
Pyramides de nombres : chaque brique est la somme des deux briques du dessous.
Chaque nombre apparaît une seule fois par ligne, par colonne et par bloc.
Combien d’argent y a-t-il ? Additionne.
Compte et écris le nombre.
Repasse sur les lignes.
Trace le symétrique de la figure.
Jeu « J’ai… qui a… ? » : découpez, distribuez et lisez à voix haute.
Calcule. Les résultats donnent le mot mystère.
Résous les problèmes. Écris le calcul et une phrase réponse.
Relie ce qui va ensemble.
Lis les mots et recopie-les.
Cartes : découpe, plie et révise.
Complète le texte avec les mots de l’encadré.
Complète les phrases.
Réponds par des phrases complètes.
Coche la bonne réponse.
Vrai ou faux ? Coche.
Classe les mots dans le tableau.
Complète la conjugaison.
Retrouve les mots cachés dans la grille.
Résous : une lettre par case.
Remets les lettres dans l’ordre.
Numérote les étapes dans l’ordre.
Observe la frise chronologique.
Complète le tableau.
Légende le schéma avec les mots de l’encadré.
Complète la carte mentale avec tes idées.
Coche ce qui est fait.
Écris le nom des notes.
Décode les mots : recule dans l’alphabet du nombre indiqué.`),
  },
  gr: {
    name: 'Όνομα',
    date: 'Ημερομηνία',
    klass: 'Τάξη',
    answers: 'Λύσεις',
    times: '·',
    over: ':',
    comma: ',',
    rest: 'υπ.',
    roundTo: 'στο',
    of: 'του',
    gcd: 'ΜΚΔ',
    lcm: 'ΕΚΠ',
    licence: 'Μόνο για χρήση στην τάξη σας. Απαγορεύεται η αναδιανομή.',
    yes: 'σωστό',
    no: 'λάθος',
    area: 'Εμβαδόν',
    perimeter: 'Περίμετρος',
    volume: 'Όγκος',
    highest: 'Ποια τιμή είναι η μεγαλύτερη;',
    lowest: 'Ποια τιμή είναι η μικρότερη;',
    total: 'Πόσο είναι το άθροισμα όλων των τιμών;',
    self: [
      'Αξιολογώ τον εαυτό μου',
      'Τα καταφέρνω μόνος/μόνη μου.',
      'Θέλω κι άλλη εξάσκηση.',
      'Χρειάζομαι βοήθεια.',
    ],
    notes: 'Χώρος για πράξεις και σημειώσεις',
    contents: 'Τι περιέχει το πακέτο',
    starter: 'Αρχή',
    has: 'Έχω',
    codeword: 'Μυστική λέξη',
    down: 'Λέξη',
    notesNames: ['ντο', 'ρε', 'μι', 'φα', 'σολ', 'λα', 'σι', 'ντο', 'ρε', 'μι', 'φα'],
    days: ['Δευτέρα', 'Τρίτη', 'Τετάρτη', 'Πέμπτη', 'Παρασκευή'],
    angleKinds: ['οξεία', 'ορθή', 'αμβλεία'],
    currency: '€',
    alphabet: 'ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ',
    todo: todo(`Υπολογίζω.
Συμπληρώνω με <, > ή =.
Στρογγυλοποιώ τους αριθμούς.
Συνεχίζω το μοτίβο.
Λύνω την εξίσωση.
Μετατρέπω τις μονάδες.
Απλοποιώ όσο γίνεται.
Συμπληρώνω το ισοδύναμο κλάσμα.
Γράφω τους ρωμαϊκούς αριθμούς με τα δικά μας ψηφία και αντίστροφα.
Αναλύω σε γινόμενο πρώτων παραγόντων.
Κάνω κάθετα τις πράξεις.
Ποιο μέρος είναι χρωματισμένο; Γράφω το κλάσμα.
Χρωματίζω το κλάσμα που δίνεται.
Τι ώρα είναι; Τη γράφω κάτω από το ρολόι.
Σχεδιάζω τους δείκτες.
Υπολογίζω. Τα μέτρα είναι πάνω στο σχήμα.
Εκτιμώ, μετρώ τη γωνία και γράφω το είδος της: οξεία, ορθή ή αμβλεία.
Γράφω τις συντεταγμένες των σημείων.
Τοποθετώ τα σημεία στο σύστημα συντεταγμένων.
Διαβάζω το ραβδόγραμμα και απαντώ.
Ποιοι αριθμοί λείπουν από την αριθμογραμμή;
Πυραμίδες αριθμών: κάθε τούβλο είναι το άθροισμα των δύο από κάτω.
Κάθε αριθμός υπάρχει μία φορά σε κάθε γραμμή, στήλη και τετράγωνο.
Πόσα χρήματα είναι; Τα προσθέτω.
Μετρώ και γράφω τον αριθμό.
Πατώ πάνω στις γραμμές.
Σχεδιάζω το συμμετρικό σχήμα.
Αλυσίδα υπολογισμών: κόβουμε, μοιράζουμε και διαβάζουμε δυνατά.
Υπολογίζω. Τα αποτελέσματα δίνουν τη μυστική λέξη.
Λύνω τα προβλήματα. Γράφω την πράξη και την απάντηση.
Αντιστοιχίζω.
Διαβάζω και αντιγράφω τις λέξεις.
Κάρτες: κόβω, διπλώνω και εξασκούμαι.
Συμπληρώνω το κείμενο με τις λέξεις του πλαισίου.
Συμπληρώνω τις προτάσεις.
Απαντώ με ολόκληρες προτάσεις.
Σημειώνω τη σωστή απάντηση.
Σωστό ή λάθος; Σημειώνω.
Βάζω τις λέξεις στη σωστή στήλη.
Συμπληρώνω τους τύπους των ρημάτων.
Βρίσκω τις κρυμμένες λέξεις στο κρυπτόλεξο.
Λύνω: ένα γράμμα σε κάθε τετράγωνο.
Βάζω τα γράμματα στη σειρά.
Βάζω τα βήματα στη σωστή σειρά.
Παρατηρώ την ιστορική γραμμή.
Συμπληρώνω τον πίνακα.
Ονομάζω τα μέρη της εικόνας με τις λέξεις του πλαισίου.
Συμπληρώνω τον εννοιολογικό χάρτη με δικές μου ιδέες.
Σημειώνω όσα έχω κάνει.
Γράφω τα ονόματα των νοτών.
Αποκρυπτογραφώ: πηγαίνω πίσω στο αλφάβητο όσες θέσεις γράφει.`),
  },
  it: {
    name: 'Nome',
    date: 'Data',
    klass: 'Classe',
    answers: 'Soluzioni',
    times: '×',
    over: ':',
    comma: ',',
    rest: 'r.',
    roundTo: 'a',
    of: 'di',
    gcd: 'MCD',
    lcm: 'mcm',
    licence: 'Solo per l’uso nelle proprie classi. Vietata la ridistribuzione.',
    yes: 'vero',
    no: 'falso',
    area: 'Area',
    perimeter: 'Perimetro',
    volume: 'Volume',
    highest: 'Qual è il valore più alto?',
    lowest: 'Qual è il valore più basso?',
    total: 'Quanto fa la somma di tutti i valori?',
    self: ['Mi autovaluto', 'Lo so fare da solo/a.', 'Devo esercitarmi ancora.', 'Ho bisogno di aiuto.'],
    notes: 'Spazio per calcoli e appunti',
    contents: 'Contenuto del pacchetto',
    starter: 'Inizio',
    has: 'Io ho',
    codeword: 'Parola segreta',
    down: 'Parola',
    notesNames: ['do', 're', 'mi', 'fa', 'sol', 'la', 'si', 'do', 're', 'mi', 'fa'],
    days: ['Lunedì', 'Martedì', 'Mercoledì', 'Giovedì', 'Venerdì'],
    angleKinds: ['acuto', 'retto', 'ottuso'],
    currency: '€',
    alphabet: latinLetters,
    todo: todo(`Calcola.
Inserisci <, > o =.
Arrotonda i numeri.
Continua la sequenza.
Risolvi l’equazione.
Esegui le equivalenze.
Riduci ai minimi termini.
Completa la frazione equivalente.
Trasforma i numeri romani in numeri arabi e viceversa.
Scomponi in fattori primi.
Esegui in colonna.
Quale frazione è colorata? Scrivila.
Colora la frazione indicata.
Che ore sono? Scrivi l’ora sotto l’orologio.
Disegna le lancette.
Calcola. Le misure sono indicate sulla figura.
Stima, misura l’angolo e scrivi se è acuto, retto oppure ottuso.
Scrivi le coordinate dei punti.
Rappresenta i punti nel piano cartesiano.
Leggi il grafico e rispondi.
Quali numeri vanno nelle caselle della retta?
Piramidi di numeri: ogni mattone è la somma dei due sottostanti.
Ogni numero compare una sola volta in ogni riga, colonna e riquadro.
Quanti soldi sono? Fai la somma.
Conta e scrivi il numero.
Ripassa le linee.
Disegna la figura simmetrica.
Catena di calcoli: ritagliate, distribuite e leggete ad alta voce.
Calcola. I risultati formano la parola segreta.
Risolvi i problemi. Scrivi l’operazione e la risposta.
Collega ciò che va insieme.
Leggi e ricopia le parole.
Flashcard: ritaglia, piega e ripassa.
Completa il testo con le parole del riquadro.
Completa le frasi.
Rispondi con frasi complete.
Segna la risposta giusta.
Vero o falso? Segna con una crocetta.
Inserisci le parole nella colonna giusta.
Completa le forme verbali.
Trova le parole nascoste nella griglia.
Risolvi: una lettera in ogni casella.
Metti in ordine le lettere.
Metti in ordine le fasi.
Osserva la linea del tempo.
Completa la tabella.
Completa il disegno con le parole del riquadro.
Completa la mappa con le tue idee.
Spunta ciò che hai fatto.
Scrivi il nome delle note.
Decifra le parole: torna indietro nell’alfabeto del numero indicato.`),
  },
  en: {
    name: 'Name',
    date: 'Date',
    klass: 'Class',
    answers: 'Answers',
    times: '×',
    over: '÷',
    comma: '.',
    rest: 'r',
    roundTo: 'to the nearest',
    of: 'of',
    gcd: 'HCF',
    lcm: 'LCM',
    licence: 'For use in your own classroom only. Please do not redistribute.',
    yes: 'true',
    no: 'false',
    area: 'Area',
    perimeter: 'Perimeter',
    volume: 'Volume',
    highest: 'Which value is the highest?',
    lowest: 'Which value is the lowest?',
    total: 'What is the total of all the values?',
    self: ['How did I do?', 'I can do this on my own.', 'I need more practice.', 'I need some help.'],
    notes: 'Space for working out and notes',
    contents: 'What is in the bundle',
    starter: 'Start',
    has: 'I have',
    codeword: 'Code word',
    down: 'Word',
    notesNames: ['C', 'D', 'E', 'F', 'G', 'A', 'B', 'C', 'D', 'E', 'F'],
    days: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'],
    angleKinds: ['acute', 'right', 'obtuse'],
    currency: '£',
    alphabet: latinLetters,
    todo: todo(`Work these out.
Write <, > or =.
Round the numbers.
Continue the sequence.
Solve the equation.
Convert the units.
Simplify as far as possible.
Complete the equivalent fraction.
Change Roman numerals into numbers and numbers into Roman numerals.
Write as a product of prime factors.
Use a column method.
What fraction is shaded? Write it down.
Shade the fraction shown.
What time is it? Write it under the clock.
Draw the hands.
Work it out. The lengths are on the shape.
Estimate, measure the angle and name its type: acute, right or obtuse.
Write the coordinates of the points.
Plot the points.
Read the chart and answer the questions.
Which numbers belong in the boxes on the number line?
Number pyramids: each brick is the sum of the two bricks below it.
Every number appears once in each row, column and block.
How much money is there? Add it up.
Count and write the number.
Trace the lines.
Draw the reflection.
Loop cards: cut out, hand round and read aloud.
Work these out. The answers spell the code word.
Solve the problems. Show your working and write a sentence.
Match the pairs.
Read the words and copy them.
Flashcards: cut out, fold and practise.
Fill the gaps with words from the box.
Complete the sentences.
Answer in full sentences.
Tick the correct answer.
True or false? Tick one box.
Sort the words into the table.
Complete the verb forms.
Find the hidden words in the grid.
Solve it: one letter in each box.
Unscramble the letters.
Number the steps in the right order.
Read the timeline.
Complete the table.
Label the diagram with the words from the box.
Add your own ideas to the mind map.
Tick what you have done.
Name the notes.
Decode the words: go back through the alphabet by the number given.`),
  },
}
