import type { LiveWorldCode } from '#platform/rules/contract/world.ts'

/** What people of a world write besides their materials: sections, notes, answers, questions. */
export interface DemoWords {
  /** Shop sections: free to try, what buyers like best, ready for tomorrow. */
  sections: readonly [string, string, string]
  versionNotes: readonly string[]
  replies: readonly string[]
  questions: readonly { text: string; answer: string }[]
  /** Of a trader; the last line names the country. */
  addresses: readonly [string, string]
  savedSearches?: readonly { name: string; params: string; wantsMail: boolean }[]
}

export const demoWords: Readonly<Record<LiveWorldCode, DemoWords>> = {
  de: {
    sections: ['Kostenlos zum Ausprobieren', 'Am liebsten gekauft', 'Fertig für morgen früh'],
    versionNotes: [
      'Tippfehler in Aufgabe 3 behoben und die Lösungen ergänzt.',
      'Größere Schreiblinien und eine Seite zum Wiederholen.',
      'Schrift vergrößert, damit es auch als A5 gut lesbar ist.',
    ],
    replies: [
      'Danke dir! Die Schrift habe ich in der neuen Fassung größer gemacht.',
      'Das freut mich sehr. Viel Spaß damit in deiner Klasse!',
      'Guter Hinweis, das nehme ich beim nächsten Blatt auf.',
    ],
    questions: [
      {
        text: 'Ist ein Lösungsblatt dabei, das die Kinder selbst benutzen können?',
        answer: 'Ja, die Lösungen stehen auf einer eigenen Seite und sind wie die Aufgaben nummeriert.',
      },
      {
        text: 'Kann ich das in Schwarz-Weiß ausdrucken?',
        answer: 'Ja. Alles ist so gezeichnet, dass es auch ohne Farbe gut zu erkennen ist.',
      },
    ],
    addresses: ['Lindenhof 4\n04109 Leipzig\nDeutschland', 'Am Kanal 17\n48155 Münster\nDeutschland'],
    savedSearches: [
      { name: 'Brüche, Klasse 6', params: 'query=br%C3%BCche', wantsMail: true },
      { name: 'Lesen, kostenlos', params: 'price=free&query=lesen', wantsMail: false },
    ],
  },
  en: {
    sections: ['Free to try', 'Best loved', 'Ready for tomorrow morning'],
    versionNotes: [
      'Fixed a typo in task 3 and added the answers.',
      'Wider writing lines and one page of revision.',
      'Larger print, so it can be read at A5, too.',
    ],
    replies: [
      'Thank you! I have made the print larger in the new version.',
      'So glad to hear it. Enjoy it with your class!',
      'Good point, I will keep it in mind for the next sheet.',
    ],
    questions: [
      {
        text: 'Is there an answer sheet pupils can use by themselves?',
        answer: 'Yes, the answers are on a page of their own and numbered like the tasks.',
      },
      {
        text: 'Can I print this in black and white?',
        answer: 'Yes. Everything is drawn so that it works without colour.',
      },
    ],
    addresses: [
      '12 Orchard Row\nBristol BS1 5TR\nUnited Kingdom',
      '8 Mill Lane\nYork YO1 7HB\nUnited Kingdom',
    ],
  },
  es: {
    sections: ['Gratis para probar', 'Lo más querido', 'Listo para mañana'],
    versionNotes: [
      'Corregida una errata en la tarea 3 y añadidas las soluciones.',
      'Renglones más anchos y una página de repaso.',
      'Letra más grande, para que se lea bien también en A5.',
    ],
    replies: [
      '¡Gracias! En la nueva versión la letra es más grande.',
      'Me alegro mucho. ¡Que lo disfrutéis en clase!',
      'Buena idea, la tendré en cuenta para la próxima ficha.',
    ],
    questions: [
      {
        text: '¿Incluye una hoja de soluciones que el alumnado pueda usar por su cuenta?',
        answer: 'Sí, las soluciones están en una página aparte, con los mismos números que las tareas.',
      },
      {
        text: '¿Se puede imprimir en blanco y negro?',
        answer: 'Sí. Todo está dibujado para que se entienda también sin color.',
      },
    ],
    addresses: ['Calle del Olivar, 9\n41003 Sevilla\nEspaña', 'Plaza Mayor, 21\n37002 Salamanca\nEspaña'],
  },
  fr: {
    sections: ['Gratuit, pour essayer', 'Les préférés des collègues', 'Prêt pour demain matin'],
    versionNotes: [
      'Coquille corrigée dans l’exercice 3 et corrigé ajouté.',
      'Lignes d’écriture plus larges et une page de révision.',
      'Caractères agrandis, lisibles aussi au format A5.',
    ],
    replies: [
      'Merci ! Les caractères sont plus grands dans la nouvelle version.',
      'Cela me fait très plaisir. Bonne utilisation en classe !',
      'Bonne remarque, j’y penserai pour la prochaine fiche.',
    ],
    questions: [
      {
        text: 'Y a-t-il un corrigé que les élèves peuvent utiliser seuls ?',
        answer: 'Oui, le corrigé est sur une page à part, avec la même numérotation que les exercices.',
      },
      {
        text: 'Peut-on imprimer en noir et blanc ?',
        answer: 'Oui. Tout est dessiné pour rester lisible sans couleur.',
      },
    ],
    addresses: ['6 rue des Tilleuls\n69003 Lyon\nFrance', '14 quai des Ateliers\n67000 Strasbourg\nFrance'],
  },
  gr: {
    sections: ['Δωρεάν για δοκιμή', 'Τα πιο αγαπημένα', 'Έτοιμα για αύριο το πρωί'],
    versionNotes: [
      'Διορθώθηκε ένα λάθος στην άσκηση 3 και προστέθηκαν οι λύσεις.',
      'Πιο μεγάλες γραμμές γραφής και μία σελίδα επανάληψης.',
      'Μεγαλύτερα γράμματα, ώστε να διαβάζεται και σε Α5.',
    ],
    replies: [
      'Σας ευχαριστώ! Στη νέα έκδοση τα γράμματα είναι μεγαλύτερα.',
      'Χαίρομαι πολύ. Καλή χρήση στην τάξη σας!',
      'Σωστή παρατήρηση, θα την έχω υπόψη στο επόμενο φύλλο.',
    ],
    questions: [
      {
        text: 'Υπάρχει φύλλο λύσεων που μπορούν να χρησιμοποιήσουν μόνα τους τα παιδιά;',
        answer: 'Ναι, οι λύσεις είναι σε ξεχωριστή σελίδα, με την ίδια αρίθμηση όπως οι ασκήσεις.',
      },
      {
        text: 'Μπορώ να το εκτυπώσω ασπρόμαυρο;',
        answer: 'Ναι. Όλα είναι σχεδιασμένα ώστε να διακρίνονται και χωρίς χρώμα.',
      },
    ],
    addresses: ['Οδός Ελαιών 5\n546 22 Θεσσαλονίκη\nΕλλάδα', 'Οδός Πλατάνου 18\n262 21 Πάτρα\nΕλλάδα'],
  },
  it: {
    sections: ['Gratis, per provare', 'I più amati', 'Pronto per domattina'],
    versionNotes: [
      'Corretto un refuso nell’esercizio 3 e aggiunte le soluzioni.',
      'Righe più larghe per scrivere e una pagina di ripasso.',
      'Caratteri più grandi, leggibili anche in A5.',
    ],
    replies: [
      'Grazie! Nella nuova versione i caratteri sono più grandi.',
      'Mi fa molto piacere. Buon lavoro in classe!',
      'Giusta osservazione, ne terrò conto nella prossima scheda.',
    ],
    questions: [
      {
        text: 'C’è un foglio con le soluzioni che i bambini possono usare da soli?',
        answer: 'Sì, le soluzioni sono su una pagina a parte, numerate come gli esercizi.',
      },
      {
        text: 'Si può stampare in bianco e nero?',
        answer: 'Sì. Tutto è disegnato in modo da capirsi anche senza colore.',
      },
    ],
    addresses: ['Via dei Tigli 11\n40126 Bologna\nItalia', 'Corso degli Olmi 3\n10123 Torino\nItalia'],
  },
}
