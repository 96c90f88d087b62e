import type { LiveWorld } from '../../src/platform/routing/worlds.ts'

/** What no text may say, and what the product does instead. */
export interface BrokenPromise {
  because: string
  says: Readonly<Record<LiveWorld, RegExp>>
}

/** When the product learns to keep one, its row goes and the texts may say so. */
export const brokenPromises: readonly BrokenPromise[] = [
  {
    because:
      'a program reads tags, title and language of each PDF; no person checks accessibility or certifies anybody',
    says: {
      de: /Auf Barrierefreiheit geprüft|Person aus unserem Team|zertifiziert|barrierefreie/i,
      es: /Accesibilidad comprobada|persona de nuestro equipo|Perfil certificado/i,
      fr: /Accessibilité vérifiée|personne de notre équipe|Profil certifié/i,
      gr: /Ελεγμένο για προσβασιμότητα|μέλος της ομάδας μας|Πιστοποιημένο/i,
      it: /Accessibilità verificata|persona del nostro team|Profilo certificato/i,
      en: /Checked for accessibility|someone on our team|Certified profile/i,
    },
  },
  {
    because: 'there are no interactive tasks to work on, no answers of pupils and no marking',
    says: {
      de: /Wer eine interaktive Aufgabe|Automatische Auswertung|Ergebnisse deiner Klasse/i,
      es: /Para hacer una tarea interactiva|corrección automática/i,
      fr: /pour faire un exercice interactif|correction automatique/i,
      gr: /Για να λύσει κανείς|αυτόματη διόρθωση/i,
      it: /Per svolgere un’attività|correzione automatica/i,
      en: /to work on an interactive task|automatic marking/i,
    },
  },
  {
    because:
      'licences are sold for colleagues and schools: passing on is not forbidden without a word about them',
    says: {
      de: /Weitergabe im Kollegium|Weitergeben, ins Netz stellen/i,
      es: /No está permitido pasarlo a otros|No puedes pasarlo a otros/i,
      fr: /Il n’est pas permis de la transmettre/i,
      gr: /Δεν επιτρέπεται να το (δίνετε|δώσετε)/i,
      it: /Non è permesso passarlo|Non puoi passarlo ad altri/i,
      en: /Passing it on to colleagues, publishing|You may not pass it on/i,
    },
  },
  {
    because: 'nobody answers within a time, is told of errors or knows when the site is back',
    says: {
      de: /(innerhalb|binnen) von \d+ (Stunden|Tagen)|nach drei Wochen|Antwort von einem Menschen|wurden benachrichtigt|kümmern uns darum|in wenigen Minuten wieder|gehen in ein paar Minuten/i,
      es: /en \d+ horas|en tres semanas|te responde una persona|Ya estamos avisados|nos estamos ocupando|volver(án|emos) .*en unos minutos/i,
      fr: /sous (\d+ heures|trois semaines)|une personne vous répond|en sommes informés|nous en occupons|(reviendront|serons de retour) dans/i,
      gr: /σε \d+ ώρες|σε τρεις εβδομάδες|σας απαντά άνθρωπος|Έχουμε ενημερωθεί|το φροντίζουμε|θα (λειτουργούν|είμαστε) ξανά/i,
      it: /entro (\d+ ore|tre settimane)|ti risponde una persona|Siamo stati avvisati|ce ne stiamo occupando|torner(anno|emo)/i,
      en: /within (\d+ hours|three weeks)|a person answers|We have been told|we are on it|be back in a few minutes|Back in a moment/i,
    },
  },
  {
    because: 'there are no pushed notices, apps in stores, hotlines or school accounts',
    says: {
      de: /Push-|Hotline|Schulkonto|ChatGPT/i,
      es: /notificaciones push|línea directa|cuenta de centro/i,
      fr: /notifications push|hotline|compte établissement/i,
      gr: /ειδοποιήσεις push|λογαριασμός σχολείου/i,
      it: /notifiche push|numero verde|account scuola/i,
      en: /push notification|hotline|school account/i,
    },
  },
  {
    because: 'nobody has counted: how many are free or have answers differs with the catalogue',
    says: {
      de: /Viele davon|vielen Gratis|Ja, viele\.|Viele Materialien bringen/i,
      es: /Muchos de ellos|muchos gratuitos|Sí, muchos\.|Muchos materiales traen/i,
      fr: /Beaucoup sont gratuit|nombreuses ressources/i,
      gr: /Πολλά από αυτά|πολλά δωρεάν|Ναι, πολλά\.|Πολλά υλικά περιέχουν/i,
      it: /Molti sono gratuiti|molti materiali gratuiti|Sì, molti\.|Molti materiali contengono/i,
      en: /Many of them free|many free|Yes, many\.|Many materials come/i,
    },
  },
  {
    because: 'texts speak of what is there, not of what may come',
    says: {
      de: /demnächst|(?-i:in Kürze)|sobald es Aufnahmen|bald verfügbar/i,
      es: /próximamente|cuando haya grabaciones|muy pronto/i,
      fr: /prochainement|dès qu’il y aura des enregistrements|bientôt disponible/i,
      gr: /σύντομα διαθέσιμ|όταν υπάρξουν|προσεχώς/i,
      it: /prossimamente|quando ci saranno|presto disponibil/i,
      en: /coming soon|once there are recordings|available soon/i,
    },
  },
  {
    because:
      'Aularium sells in its own name and the author supplies (deemed supply): it is the party to the contract, towards which consumers have their rights',
    says: {
      de: /verkauft als (Privatperson|Unternehmer)|gegenüber Privatpersonen nicht|Wer hier verkauft|ist ein Marktplatz: |Vertrag mit (der Autorin|dem Autor)|zwischen Käufer(innen)? und Autor|vermittel(n|t) (nur|lediglich)/i,
      es: /vende como (particular|profesional)|no se aplica frente a particulares|Quién vende aquí|es un mercado en línea: |contrato con (la autora|el autor)|solo (intermedia|somos intermediarios)/i,
      fr: /vend à titre (privé|professionnel)|ne s’applique pas aux particuliers|Qui vend ici|est une place de marché : |contrat avec l’auteur|simple intermédiaire/i,
      gr: /πώληση από ιδιώτη|επαγγελματική πώληση|δεν ισχύει έναντι ιδιωτών|Ποιος πουλά εδώ|είναι μια ηλεκτρονική αγορά: |σύμβαση με τ(ον|η) δημιουργό|απλός μεσάζων/i,
      it: /vende come (privato|professionista)|non vale nei confronti dei privati|Chi vende qui|è un mercato online: |contratto con l’aut(ore|rice)|semplice intermediari/i,
      en: /sells as a (private person|trader)|does not apply towards private|Who sells here|is a marketplace: |contract (is )?with the author|merely (an )?intermediar/i,
    },
  },
]

/** Which of them a text makes, as `what it says: why it may not`. French and others write some spaces unbreakable. */
export function promisesIn(world: LiveWorld, text: string): string[] {
  const plain = text.replaceAll(/[\u00a0\u202f]/g, ' ')
  return brokenPromises.flatMap(({ because, says }) => {
    const found = says[world].exec(plain)?.[0]
    return found === undefined ? [] : [`${found}: ${because}`]
  })
}
