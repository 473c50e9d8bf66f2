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
    resent: 'Ein neuer Code wurde gesendet.',
  },
  testerTitle: 'Für Tester',
  testerCode: 'In dieser Sandbox lautet der Code',
  fillCode: 'Code eintragen',
  ways: {
    challenge: 'challenge, die Bank fragt nach einem Code',
    frictionless: 'frictionless, ohne Code',
  },
  testerExplanation: 'Oder das Ergebnis der Prüfung wählen:',
  outcomes: {
    Y: 'Authentifiziert',
    A: 'Versucht',
    N: 'Fehlgeschlagen',
    U: 'Nicht verfügbar',
    R: 'Abgelehnt',
  },
  nothing: {
    title: 'Nichts zu bestätigen',
    reasons: {
      answered:
        'Diese Zahlung wurde bereits bestätigt oder abgelehnt. Bitte zum Shop zurückkehren.',
      expired:
        'Die Bestellung wurde nicht rechtzeitig bezahlt. Es wurde nichts abgebucht. Bitte zum Shop zurückkehren.',
      replaced:
        'Ein neuerer Versuch hat diesen ersetzt. Bitte dort fortfahren oder zum Shop zurückkehren.',
      withdrawn: 'Der Shop hat die Bestellung storniert. Es wurde nichts abgebucht.',
      unknown: 'Unter dieser Adresse gibt es keine Zahlung zu bestätigen.',
      unreadable: 'Die Nachricht des Shops ist ungültig oder gehört zu einer anderen Zahlung.',
      direct:
        'Diese Seite wird von einer Zahlung geöffnet. Sie kann nicht direkt aufgerufen werden.',
    },
  },
  failed: {
    title: 'Bitte gleich noch einmal versuchen',
    text: 'Der Dienst ist vorübergehend nicht verfügbar. Bitte diese Seite neu laden.',
  },
  method: {
    title: 'Browserprüfung abgeschlossen',
    text: 'Auf dieser Seite ist nichts zu tun.',
  },
  back: 'Zurück zum Shop',
  returning: 'Weiterleitung zum Shop',
}
