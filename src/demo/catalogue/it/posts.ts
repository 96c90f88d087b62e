import type { DemoPost } from '../types.ts'

export const itPosts: DemoPost[] = [
  {
    authorKey: 'seller',
    about: 'razion',
    title: 'Prima piegare, poi calcolare: le frazioni con strisce di carta',
    daysAgo: 17,
    source: `Ogni anno la stessa storia. Cominciavamo le frazioni e, dopo due settimane, mezza classe sommava numeratori con numeratori e denominatori con denominatori. Adesso dedico **tre ore a piegare la carta** prima del primo calcolo, e quel tempo lo recupero con gli interessi.

## Che cosa serve

- strisce di carta lunghe 24 cm e larghe 3 cm, sei per ogni bambino
- matite colorate, niente forbici
- un filo teso da un lato all’altro dell’aula

## La prima lezione

1. Tutti piegano una striscia a metà. Chiamiamo mezzi le parti e le scriviamo.
2. La seconda striscia si piega due volte, la terza tre: quarti e ottavi.
3. Mettiamo le strisce una sotto l’altra e cerchiamo le pieghe che coincidono.

In quel momento nascono le frazioni equivalenti, e nessuno ha ancora detto la parola. «Due quarti è lungo come un mezzo!» Scrivo la frase alla lavagna e lì rimane fino alla verifica.

## La striscia che mette in crisi tutti

I terzi non si ottengono dimezzando. Lasciate che provino per dieci minuti. Prima o poi qualcuno arrotola la striscia come una chiocciola, e allora tutti vogliono imparare il trucco.

> Le strisce si conservano nel quaderno con una graffetta. Durante la verifica si possono usare.

Le schede per esercitarsi arrivano dopo, quando ogni bambino ha piegato la sua serie. Sembra lento, ma a fine quadrimestre siamo sempre in anticipo.`,
    comments: [
      {
        by: 0,
        text: 'Provato oggi in quarta: la chiocciola ha conquistato tutti. E per i quinti come fai?',
        daysAgo: 12,
      },
      {
        by: 'author',
        isReply: true,
        text: 'Striscia da 25 cm e righello. Capire perché quella da 24 non va bene vale già mezza lezione.',
        daysAgo: 11,
      },
      { by: 2, text: 'L’idea del filo la copio subito, grazie!', daysAgo: 4 },
    ],
  },
  {
    authorKey: 'author2',
    about: 'riccio',
    title: 'Dieci minuti di lettura silenziosa dopo l’intervallo',
    daysAgo: 39,
    source: `Dopo l’intervallo perdevamo mezz’ora: litigi del cortile, facce rosse, tre giacche senza padrone. Da due anni tutta la classe legge **dieci minuti in silenzio**, e noi maestre con loro. È l’abitudine a cui rinunceremmo per ultima.

## Tre regole e basta

- Ognuno lascia il libro sul banco prima di uscire.
- Se il libro non piace si cambia domani, non adesso.
- Non si interroga nessuno. Niente schede di lettura, niente punti.

L’ultima regola è stata la più difficile per noi. Volevamo sapere se leggessero davvero. Ora ogni giorno ci sediamo accanto a un bambino e ascoltiamo mezza pagina, *sottovoce*. In tre settimane li abbiamo sentiti tutti e ne sappiamo più che dopo qualsiasi prova.

## E chi legge ancora a fatica?

Riceve testi brevi con un’immagine e domande a cui basta una parola. Funziona meglio ciò che conoscono già: il riccio, il tempo, il mercato. Il testo deve stare in una pagina e avere una fine. Chi può dire «ho finito» prende il successivo.

## Che cosa è cambiato

La lezione che segue comincia con calma. I genitori ci raccontano che a casa si legge perché la storia è arrivata sul più bello. E noi siamo tornate a finire un romanzo al mese.`,
    comments: [
      { by: 1, text: 'Come fate con chi cambia libro cinque volte in dieci minuti?', daysAgo: 30 },
      {
        by: 'author',
        isReply: true,
        text: 'Ne scelgono tre prima dell’intervallo e possono cambiare solo fra quelli. Dopo qualche giorno quasi tutti si fermano su uno.',
        daysAgo: 29,
      },
    ],
  },
]
