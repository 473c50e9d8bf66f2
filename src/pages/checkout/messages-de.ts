// The payment page in German.

import type { Messages } from './message-catalogue.ts'

export const de: Messages = {
  languageName: 'Deutsch',
  languages: 'Sprachen',
  title: (merchant) => `Zahlung an ${merchant}`,
  sandbox: 'Sandbox: Keine echte Karte eingeben',
  order: (number) => `Bestellung ${number}`,
  payWith: 'Bezahlen mit',
  anotherCard: 'Andere Karte',
  expires: (expiry) => `gültig bis ${expiry}`,
  cardNumber: 'Kartennummer',
  expiry: 'Gültig bis',
  expiryFormat: 'MM/JJ',
  cvc: 'CVC',
  cvcHint: '3 Ziffern, Rückseite',
  cardholder: 'Name auf der Karte',
  optional: 'freiwillig',
  saveCard: 'Karte für künftige Zahlungen speichern',
  pay: (amount) => `${amount} bezahlen`,
  paying: 'Zahlung läuft…',
  takesLong:
    'Das dauert länger als üblich. Sie können es erneut versuchen: Bezahlt wird nur einmal.',
  tryAgain: 'Erneut versuchen',
  back: 'Zurück zum Shop',
  timeLeft: 'Verbleibende Zeit',
  triesLeft: (count) => (count === 1 ? 'Noch 1 Versuch' : `Noch ${String(count)} Versuche`),
  errorSummary: 'Bitte diese Felder prüfen',
  errors: {
    bindingUnknown: 'Diese gespeicherte Karte gibt es nicht mehr. Bitte eine andere wählen.',
    panMissing: 'Kartennummer eingeben',
    panWrong: 'Kartennummer prüfen: Eine Ziffer ist falsch',
    expiryMissing: 'Monat und Jahr eingeben',
    expiryWrong: 'Format: MM/JJ',
    expiryPast: 'Karte ist abgelaufen',
    cvcMissing: 'CVC eingeben',
    cvcWrong: '3 oder 4 Ziffern eingeben',
  },
  declined: 'Die Zahlung wurde abgelehnt',
  cancelled: 'Die Zahlung wurde abgebrochen',
  declineReasons: {
    funds: [
      'Das Guthaben der Karte reicht nicht aus.',
      'Bitte eine andere Karte verwenden oder diese aufladen.',
    ],
    limit: [
      'Der Betrag liegt über einem Limit der Karte.',
      'Bitte eine andere Karte verwenden oder das Limit erhöhen.',
    ],
    frequency: [
      'Die Karte wurde zu oft benutzt.',
      'Bitte eine andere Karte verwenden oder es später erneut versuchen.',
    ],
    operation: ['Die Karte lässt diese Zahlung nicht zu.', 'Bitte eine andere Karte verwenden.'],
    expired: [
      'Das Ablaufdatum ist falsch oder überschritten.',
      'Bitte prüfen oder eine andere Karte verwenden.',
    ],
    cvc: ['Der CVC ist falsch.', 'Die drei Ziffern auf der Rückseite prüfen und erneut versuchen.'],
    blocked: ['Die Karte ist gesperrt.', 'Bitte eine andere Karte verwenden.'],
    replaced: ['Die Karte wurde durch eine neue ersetzt.', 'Bitte die neue Nummer verwenden.'],
    currency: ['Die Karte unterstützt diese Währung nicht.', 'Bitte eine andere Karte verwenden.'],
    authentication: [
      'Die Bank konnte Ihre Identität nicht bestätigen.',
      'Erneut versuchen oder eine andere Karte verwenden.',
    ],
    cancelled: [
      'Sie haben die Zahlung bei Ihrer Bank abgebrochen. Es wurde nichts abgebucht.',
      'Erneut versuchen oder eine andere Karte verwenden.',
    ],
    notATestCard: [
      'Diese Sandbox akzeptiert nur ihre eigenen Testkarten.',
      'Bitte unten eine Testkarte wählen.',
    ],
    attempts: ['Alle drei Versuche sind aufgebraucht.', 'Bitte im Shop neu bestellen.'],
    store: ['Der Shop hat die Bestellung storniert.', 'Bitte im Shop neu bestellen.'],
    unavailable: [
      'Die Bank ist nicht erreichbar.',
      'Bitte gleich noch einmal versuchen oder eine andere Karte verwenden.',
    ],
    issuer: ['Die Bank hat die Zahlung abgelehnt.', 'Bitte eine andere Karte verwenden.'],
  },
  code: (actionCode) => `Code ${String(actionCode)}`,
  testCards: 'Testkarten',
  testCardsHint: 'Eine Karte wählen, um das Formular zu füllen.',
  testCardGroups: {
    own: 'Karten dieses Projekts',
    atOnce: 'Genehmigt ohne Code',
    withCode: 'Genehmigt mit Code',
    declined: 'Abgelehnt',
  },
  available: (amount) => `${amount} verfügbar`,
  use: 'Wählen',
  useCard: (lastFour) => `Karte mit den Endziffern ${lastFour} wählen`,
  approves: 'Genehmigt',
  declines: (actionCode) => `Abgelehnt, ${String(actionCode)}`,
  threeDSecure: {
    none: 'Ohne 3-D Secure',
    frictionless: '3-D Secure ohne Code',
    attempt: '3-D Secure versucht',
    failed: '3-D Secure schlägt fehl',
  },
  challenge: (code) => `3-D Secure, Code ${code}`,
  results: {
    paid: { title: 'Bezahlt', text: 'Diese Bestellung ist bezahlt. Hier ist nichts mehr zu tun.' },
    closed: {
      title: 'Bestellung abgeschlossen',
      text: 'Die Zahlung wurde storniert oder erstattet. Die Bestellung kann nicht erneut bezahlt werden.',
    },
    expired: {
      title: 'Bestellung abgelaufen',
      text: 'Die Bestellung wurde nicht rechtzeitig bezahlt. Es wurde nichts abgebucht. Bitte im Shop neu bestellen.',
    },
    declined: {
      title: 'Zahlung abgelehnt',
      text: 'Es ist kein weiterer Versuch möglich. Es wurde nichts abgebucht. Bitte im Shop neu bestellen.',
    },
    withdrawn: {
      title: 'Bestellung storniert',
      text: 'Der Shop hat diese Bestellung storniert. Es wurde nichts abgebucht. Bitte im Shop neu bestellen.',
    },
    unknown: {
      title: 'Bestellung nicht gefunden',
      text: 'Zu diesem Link gehört keine Bestellung. Bitte den Link aus dem Shop erneut öffnen.',
    },
    unavailable: {
      title: 'Bitte gleich noch einmal versuchen',
      text: 'Der Dienst ist vorübergehend nicht verfügbar. Bitte den Link aus dem Shop erneut öffnen, um den Status der Bestellung zu sehen.',
    },
  },
}
