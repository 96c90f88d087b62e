import type { DemoPost } from '../types.ts'

export const dePosts: DemoPost[] = [
  {
    authorKey: 'seller',
    about: 'Brüche erkennen',
    title: 'Erst falten, dann rechnen: Brüche mit Papierstreifen',
    daysAgo: 19,
    source: `Jedes Jahr dasselbe: Wir fangen mit der Bruchrechnung an, und nach zwei Wochen addiert die halbe Klasse Zähler mit Zähler und Nenner mit Nenner. Inzwischen nehme ich mir vor der ersten Rechnung **drei Stunden Zeit zum Falten**. Die hole ich später doppelt wieder herein.

## Was ihr braucht

- Papierstreifen, 24 cm lang und 3 cm breit, für jedes Kind sechs Stück
- Buntstifte, keine Schere
- eine Leine quer durchs Zimmer

## So läuft die erste Stunde

1. Alle falten einen Streifen einmal. Wir nennen die Teile Halbe und beschriften sie.
2. Der zweite Streifen wird zweimal gefaltet, der dritte dreimal: Viertel und Achtel.
3. Wir legen die Streifen untereinander und suchen Stellen, an denen Knicke übereinanderliegen.

In diesem Moment passiert das Erweitern, ohne dass jemand das Wort kennt. „Zwei Viertel ist ja genauso lang wie ein Halbes!“ Diesen Satz schreibe ich an die Tafel, und er bleibt dort bis zur Klassenarbeit.

## Der Streifen, an dem alle scheitern

Drittel lassen sich nicht durch Halbieren falten. Lasst die Kinder ruhig zehn Minuten probieren. Irgendwann rollt jemand den Streifen zu einer Schnecke, und dann wollen es alle können.

> Die Streifen kommen mit einer Büroklammer ins Heft. In der Arbeit dürfen sie benutzt werden.

Wer danach üben möchte, findet im Material oben die Kreise und Streifen zum Ausmalen. Ich gebe sie erst aus, wenn jedes Kind einmal selbst gefaltet hat.`,
    comments: [
      {
        by: 0,
        text: 'Heute ausprobiert. Bei uns war es tatsächlich die Schnecke, die alle begeistert hat. Wie machst du es mit Fünfteln?',
        daysAgo: 15,
      },
      {
        by: 'author',
        isReply: true,
        text: 'Mit dem Lineal: 24 cm gehen nicht auf, deshalb bekommen sie dafür einen Streifen von 25 cm. Das Staunen darüber ist schon fast eine Stunde wert.',
        daysAgo: 14,
      },
      { by: 3, text: 'Die Idee mit der Leine übernehme ich. Danke!', daysAgo: 6 },
    ],
  },
  {
    authorKey: 'author2',
    about: 'Igel',
    title: 'Zehn Minuten lesen nach der großen Pause',
    daysAgo: 41,
    source: `Nach der großen Pause war bei uns lange nichts zu machen: Streit vom Hof, rote Köpfe, drei Kinder ohne Jacke. Seit zwei Jahren liest die ganze Klasse dann **zehn Minuten still**, wir Lehrerinnen auch. Es ist das Ritual, das wir am wenigsten hergeben würden.

## Drei Regeln, mehr nicht

- Jedes Kind hat sein Buch schon vor der Pause auf dem Tisch liegen.
- Wer sein Buch nicht mag, darf es morgen tauschen, nicht jetzt.
- Es wird nichts abgefragt. Kein Lesepass, keine Punkte.

Die letzte Regel war für uns die schwerste. Wir wollten wissen, ob wirklich gelesen wird. Heute setzen wir uns einfach reihum zu einem Kind und lassen uns *leise* eine halbe Seite vorlesen. Nach drei Wochen waren wir einmal durch und wussten mehr als nach jedem Test.

## Und die Kinder, die noch kaum lesen?

Sie bekommen kurze Texte mit einem Bild und Fragen, die man mit einem Wort beantworten kann. Gut geht alles, was sie schon kennen: Igel, Kastanien, das Wetter. Wichtig ist, dass der Text auf ein Blatt passt und ein Ende hat. Ein Kind, das „fertig“ sagen darf, nimmt sich den nächsten.

## Was sich geändert hat

Die Stunde danach beginnt ruhig. Im Elternabend hören wir, dass zu Hause gelesen wird, weil das Buch gerade spannend ist. Und wir selbst schaffen wieder einen Roman im Monat.`,
    comments: [
      {
        by: 1,
        text: 'Was macht ihr mit Kindern, die in den zehn Minuten fünfmal das Buch wechseln?',
        daysAgo: 33,
      },
      {
        by: 'author',
        isReply: true,
        text: 'Sie dürfen vor der Pause drei Bücher auswählen und zwischen diesen dreien wechseln. Meist bleiben sie nach ein paar Tagen bei einem.',
        daysAgo: 32,
      },
    ],
  },
]
