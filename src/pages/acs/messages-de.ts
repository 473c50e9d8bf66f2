// The pages of the access-control server in German.

import type { Messages } from './message-catalogue.ts'

export const de: Messages = {
  issuers: { own: 'Sandcard Bank', test: 'Testbank' },
  title: 'Zahlung bestätigen',
  explanation: 'Geben Sie den Einmalcode ein, den Ihre Bank Ihnen geschickt hat.',
  merchant: 'Händler',
  amount: 'Betrag',
  card: 'Karte',
  codeLabel: 'Einmalcode',
  confirm: 'Zahlung bestätigen',
  resend: 'Neuen Code senden',
  cancel: 'Zahlung abbrechen',
  triesLeft: (count) => (count === 1 ? 'Noch 1 Versuch' : `Noch ${String(count)} Versuche`),
  notices: {
    codeMissing: 'Bitte den Code eingeben.',
    codeWrong: 'Der Code ist falsch.',
    resent: 'Ein neuer Code ist unterwegs.',
  },
  testerTitle: 'Für Tester',
  testerCode: 'In dieser Sandbox lautet der Code',
  fillCode: 'Eintragen',
  ways: {
    challenge: 'challenge, die Bank fragt nach einem Code',
    frictionless: 'frictionless, ohne Rückfrage',
  },
  testerExplanation: 'Oder das Ergebnis selbst wählen:',
  outcomes: {
    Y: 'Bestätigt',
    A: 'Versucht',
    N: 'Fehlgeschlagen',
    U: 'Nicht verfügbar',
    R: 'Abgelehnt',
  },
  nothing: {
    title: 'Nichts zu bestätigen',
    reasons: {
      answered: 'Zu dieser Zahlung gibt es schon eine Antwort. Bitte zum Shop zurückkehren.',
      expired:
        'Die Zeit zum Bezahlen ist vorbei, es wurde nichts belastet. Bitte zum Shop zurückkehren.',
      replaced:
        'Ein neuerer Versuch hat diesen ersetzt. Bitte dort weitermachen oder zum Shop zurückkehren.',
      withdrawn: 'Der Shop hat die Bestellung zurückgezogen, es wurde nichts belastet.',
      unknown: 'Unter dieser Adresse wartet keine Zahlung auf eine Bestätigung.',
      unreadable: 'Die Nachricht des Shops ist nicht lesbar oder gehört zu einer anderen Zahlung.',
      direct:
        'Diese Adresse öffnet sich nicht von selbst: Das Formular einer Zahlung führt hierher.',
    },
  },
  failed: {
    title: 'Bitte gleich noch einmal versuchen',
    text: 'Der Dienst konnte gerade nicht antworten. Es wurde nichts geändert.',
  },
  method: {
    title: 'Browser erkannt',
    text: 'Auf dieser Seite ist nichts zu tun.',
  },
  back: 'Zurück zum Shop',
  returning: 'Zurück zum Shop',
}
