import type { WorldSource } from '../build-world.ts'
import * as p from '../presets.ts'
import { standardRows } from '../standard-rows.ts'
import { itContent } from './content.ts'

export const itSource: WorldSource = {
  world: 'it',
  language: 'it',
  subjects: {
    ma: ['it-mathematics', 'Matematica', 'maths'],
    ita: ['it-native-language', 'Italiano', 'letters'],
    l2: ['it-second-language-instruction', 'Italiano L2', 'speech'],
    sc: ['it-science', 'Scienze', 'leaf'],
    hi: ['it-history', 'Storia', 'column'],
    ge: ['it-geography', 'Geografia', 'globe'],
    te: ['it-technology', 'Tecnologia', 'bolt'],
    en: ['it-english', 'Inglese', 'speech', 'en'],
    fr: ['it-french', 'Francese', 'speech', 'fr'],
    la: ['it-latin', 'Latino', 'column'],
    ph: ['it-physics', 'Fisica', 'bolt'],
    inf: ['it-stem-coding', 'STEM e coding', 'screen'],
    mu: ['it-music', 'Musica', 'note'],
    ku: ['it-visual-arts', 'Arte e immagine', 'palette'],
    ec: ['it-civics', 'Educazione civica', 'heart'],
    vo: ['it-early-learning', 'Scuola dell’infanzia', 'stars'],
    kl: ['it-class-teacher', 'Gestione della classe', 'calendar'],
    fa: ['it-interdisciplinary', 'Interdisciplinare', 'key'],
    bes: ['it-special-needs', 'Sostegno e BES', 'heart'],
  },
  authors: [
    'Maestra Giulia|Matematica alla primaria|Insegno dal 2008 e preparo schede chiare, sempre con le soluzioni.|ma',
    'Il banco delle parole|Italiano e lettura|Testi brevi e grammatica ordinata.|ita l2',
    'Marco Belli|Scienze e tecnologia|Schemi semplici per capire i fenomeni.|sc te ph',
    'Elisa Conti|Inglese e francese|Lessico e verbi a piccoli passi.|en fr',
    'Storie in mappa|Storia e geografia|Linee del tempo e carte.|hi ge',
    'Primi segni|Infanzia|Pregrafismo e numeri per mani piccole.|vo',
    'Prof. Andrea Riva|Matematica alle medie|Esercizi graduati e verifiche.|ma inf',
    'Chiave di violino|Musica e arte|Note e immagini per tutti.|mu ku',
    'Classe serena|Accoglienza e organizzazione|Planner, cartelloni e attestati.|kl ec',
    'Laura Fontana|Latino|Il latino con calma.|la ita',
    'Enigmi in classe|Giochi didattici|Sfide per imparare.|fa',
    'Insieme si può|Inclusione|Materiali visivi e graduali.|bes ec',
  ],
  buyers: [
    'Francesca M.',
    'Luca Rossi',
    'Chiara B.',
    'Maestra Anna',
    'Paolo G.',
    'Silvia Ferri',
    'Davide C.',
    'Elena T.',
    'Roberta N.',
    'Stefano P.',
    'Martina L.',
    'Prof. Greco',
  ],
  gradeLabel: (g) =>
    g.startsWith('infanzia')
      ? 'Infanzia 5 anni'
      : g.startsWith('primaria')
        ? `classe ${g.at(-1)}ª primaria`
        : `classe ${g.at(-1)}ª secondaria`,
  schoolTypes: (g) => [
    g.startsWith('infanzia')
      ? 'kita'
      : g.startsWith('primaria')
        ? 'grundschule'
        : g.startsWith('secondaria-1')
          ? 'sek1-mittel'
          : 'sek2',
  ],
  contains: 'Che cosa contiene:',
  closing: [
    'Basta stampare e distribuire.',
    'Si fotocopia bene in bianco e nero.',
    'Adatto in classe, a casa o per il ripasso.',
    'La difficoltà cresce poco a poco.',
    'Pensato per una o due lezioni.',
  ],
  closingKey: 'Le soluzioni sono incluse.',
  praise: [
    'Ottimo materiale.',
    'La mia classe ha lavorato volentieri.',
    'Proprio quello che cercavo.',
    'Chiaro e ben impaginato.',
    'Mi ha fatto risparmiare tempo.',
    'Lo consiglio.',
    'Usato in due classi.',
    'Perfetto per il ripasso.',
    'I bambini hanno fatto da soli.',
    'Grazie!',
  ],
  detail: [
    'Le soluzioni sono corrette.',
    'Si fotocopia bene.',
    'La gradualità è ben pensata.',
    'Giusto per una lezione.',
    'I disegni sono chiari.',
    'Tanti esercizi.',
    'Assegnato anche come compito.',
    'Accessibile anche a chi fatica.',
    'Utile prima della verifica.',
    'Usato a gruppi.',
  ],
  mild: [
    'Aggiungerei qualche sfida.',
    'Un po’ facile per il mio gruppo.',
    'Servirebbe più spazio per scrivere.',
    'Mi sarebbe piaciuto un doppio livello.',
    'Buono, senza sorprese.',
    'Sarebbe utile una versione modificabile.',
  ],
  rows: [
    ...standardRows(`
simplify|primaria-5 secondaria-1-1|Frazioni: semplificare, frazioni equivalenti e confronto – 12 schede con soluzioni|Dodici schede per le frazioni equivalenti.|frazioni, frazioni equivalenti, semplificare
fracadd|secondaria-1-1|Addizione e sottrazione di frazioni|Dallo stesso denominatore a denominatori diversi.|frazioni, addizione, denominatore comune
fracmul|secondaria-1-1 secondaria-1-2|Moltiplicazione e divisione di frazioni|Prodotti, quozienti e frazione di un numero.|frazioni, moltiplicazione
fracpic|primaria-3 primaria-4|Frazioni illustrate: leggi e colora|Cerchi e strisce per capire le frazioni.|frazioni, numeratore, denominatore
fracforms|primaria-5 secondaria-1-1|Frazioni, decimali e percentuali|Trasformazioni in tutte le direzioni.|frazioni, numeri decimali
fractest|secondaria-1-1|Verifica sulle frazioni|Prova di un’ora con soluzioni.|verifica, frazioni
tables|primaria-2 primaria-3|Tabelline: tutte le tabelline|Moltiplicazioni, numeri mancanti e divisioni.|tabelline, moltiplicazione
tables2510|primaria-2|Tabelline del 2, del 5 e del 10|Le prime tabelline.|tabelline
tablestest|primaria-3 primaria-4|Patente delle tabelline: quattro prove|Quattro prove da 40 calcoli.|tabelline, verifica
loop|primaria-3|Io ho… chi ha? Tabelline|Ventiquattro carte per il calcolo a mente.|gioco, calcolo mentale
add20|primaria-1|Addizioni e sottrazioni entro il 20|Esercizio quotidiano per la prima.|addizione, sottrazione
add100|primaria-2|Calcolo entro il 100|Addizioni, sottrazioni e numeri mancanti.|calcolo mentale
walls|primaria-1 primaria-2|Piramidi di numeri|Piramidi da completare.|piramidi di numeri
to1000|primaria-3|I numeri fino a 1000|Confronto, scomposizione e arrotondamento.|numeri, valore posizionale
column|primaria-3 primaria-4|Addizioni in colonna con il riporto|Operazioni nella griglia quadrettata.|addizione in colonna
columnsub|primaria-3 primaria-4|Sottrazioni in colonna con il prestito|Operazioni nella griglia quadrettata.|sottrazione in colonna
long|primaria-4 primaria-5|Moltiplicazioni in colonna a due cifre|Tre pagine di moltiplicazioni.|moltiplicazione in colonna
remainder|primaria-3 primaria-4|Divisioni con il resto|Trova quoziente e resto.|divisione, resto
clock|primaria-2 primaria-3|Leggere l’orologio|Leggi l’ora e disegna le lancette.|orologio, ore
money|primaria-2 primaria-3|L’euro: contare le monete|Somma le monete.|euro, monete
units|primaria-4 primaria-5|Equivalenze: lunghezza, peso, tempo, capacità|Quattro pagine di equivalenze.|equivalenze, misure
decimals|primaria-5|Operazioni con i numeri decimali|Le operazioni con la virgola.|numeri decimali
percent|secondaria-1-2|Percentuali|Calcola parte, percentuale e totale.|percentuali
negatives|secondaria-1-3|Numeri relativi|Retta dei numeri e operazioni.|numeri relativi, numeri negativi
equations|secondaria-1-3|Equazioni di primo grado|Tre livelli con soluzioni intere.|equazioni
areas|primaria-5 secondaria-1-1|Area e perimetro|Rettangoli, triangoli e figure composte.|area, perimetro
circles|secondaria-1-3|Cerchi e parallelepipedi|Circonferenza, area e volume.|cerchio, volume
angles|primaria-4|Misurare gli angoli|Trentasei angoli da misurare.|angoli, goniometro
coords|secondaria-1-1|Il piano cartesiano|Leggi e rappresenta i punti.|piano cartesiano
pythagoras|secondaria-1-2|Teorema di Pitagora|Calcola il lato mancante.|Pitagora
primes|secondaria-1-1|Potenze, numeri primi, MCD e mcm|Quattro pagine sulla divisibilità.|numeri primi, MCD, mcm
order|primaria-5 secondaria-1-1|Espressioni: l’ordine delle operazioni|Espressioni brevi con parentesi.|espressioni
romans|primaria-5|I numeri romani|Leggi e scrivi i numeri romani.|numeri romani
sudoku|primaria-2 primaria-3 primaria-4|Sudoku per bambini|Ventiquattro sudoku in due formati.|sudoku, logica
tracing|infanzia-5|Pregrafismo: linee da ripassare|Onde, ponti e zigzag.|pregrafismo
counting|infanzia-5|Contare fino a 20|Conta le figure e scrivi il numero.|contare, numeri
symmetry|primaria-4|Simmetria su quadretti|Completa le figure simmetriche.|simmetria
notes|secondaria-1-1|Leggere le note in chiave di violino|Quindici pentagrammi.|note, pentagramma
binary|secondaria-1-2|Il codice binario|Da decimale a binario e ritorno.|codice binario
physics|secondaria-2-2|Velocità e legge di Ohm|Esercizi sulle formule.|velocità, legge di Ohm
week|primaria-1 primaria-2 primaria-3|Planner settimanale dell’insegnante|Cinque giorni e sei ore.|planner, orario
paper|primaria-1 primaria-2|Fogli a righe, a quadretti e pentagramma|Tre modelli.|righe, quadretti`),
    [
      'escape',
      'ma',
      'primaria-5',
      'escape-game',
      449,
      'Escape room di matematica: il faro chiuso',
      'Cinque enigmi per aprire il faro.',
      p.riddles(
        'La tempesta ha chiuso la porta del faro. Calcola, cerca ogni risultato nelle caselle e scopri la parola.',
        ['FARO', 'BARCA', 'PORTO', 'ANCORA', 'LUCE'],
      ),
      'escape room, enigmi',
      'key',
    ],
    ...itContent,
  ],
  bundles: [
    [
      'pacchetto-frazioni',
      'Pacchetto frazioni',
      'Tutto sulle frazioni, fino alla verifica.',
      ['simplify', 'fracadd', 'fracmul', 'fractest'],
    ],
    [
      'pacchetto-tabelline',
      'Pacchetto tabelline',
      'Esercizi, gioco e prove.',
      ['tables', 'tablestest', 'loop'],
    ],
    [
      'pacchetto-geometria',
      'Pacchetto geometria',
      'Area, angoli e piano cartesiano.',
      ['areas', 'angles', 'coords'],
    ],
    [
      'pacchetto-scienze',
      'Pacchetto scienze',
      'Acqua, piante e cellula.',
      ['ciclo-acqua', 'pianta', 'cellula'],
    ],
  ],
}
