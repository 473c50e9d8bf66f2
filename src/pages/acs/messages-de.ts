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
  testerExplanation: 'Oder das Ergebnis selbst wählen:',
  outcomes: {
    Y: 'Bestätigt',
    A: 'Versucht',
    N: 'Fehlgeschlagen',
    U: 'Nicht verfügbar',
    R: 'Abgelehnt',
  },
  gone: {
    title: 'Nichts zu bestätigen',
    text: 'Diese Bestätigung ist schon beantwortet, abgelaufen oder durch eine neuere ersetzt. Bitte zum Shop zurückkehren.',
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
