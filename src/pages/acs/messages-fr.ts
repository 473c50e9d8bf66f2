// The pages of the access-control server in French.

import type { Messages } from './message-catalogue.ts'

export const fr: Messages = {
  issuers: { own: 'Sandcard Bank', test: 'Banque de test' },
  title: 'Confirmez votre paiement',
  explanation: 'Saisissez le code à usage unique que votre banque vous a envoyé.',
  merchant: 'Commerçant',
  amount: 'Montant',
  card: 'Carte',
  codeLabel: 'Code à usage unique',
  confirm: 'Confirmer le paiement',
  resend: 'Envoyer un nouveau code',
  cancel: 'Annuler le paiement',
  triesLeft: (count) =>
    count === 1 ? '1 tentative restante' : `${String(count)} tentatives restantes`,
  notices: {
    codeMissing: 'Saisissez le code pour continuer.',
    codeWrong: 'Le code est incorrect.',
    resent: 'Un nouveau code a été envoyé.',
  },
  testerTitle: 'Pour le testeur',
  testerCode: 'Dans ce bac à sable, le code est',
  fillCode: 'Saisir le code',
  ways: {
    challenge: 'challenge, la banque demande un code',
    frictionless: 'frictionless, sans code',
  },
  testerExplanation: 'Ou choisissez le résultat\u00A0:',
  outcomes: {
    Y: 'Authentifié',
    A: 'Tenté',
    N: 'Échoué',
    U: 'Indisponible',
    R: 'Rejeté',
  },
  nothing: {
    title: 'Rien à confirmer',
    reasons: {
      answered: 'Ce paiement a déjà été confirmé ou refusé. Retournez à la boutique.',
      expired:
        'La commande n’a pas été payée à temps. Rien n’a été débité. Retournez à la boutique.',
      replaced:
        'Une tentative plus récente a remplacé celle-ci. Poursuivez-la ou retournez à la boutique.',
      withdrawn: 'La boutique a annulé la commande. Rien n’a été débité.',
      unknown: 'Il n’y a aucun paiement à confirmer à cette adresse.',
      unreadable: 'Le message de la boutique n’est pas valide ou concerne un autre paiement.',
      direct:
        'Cette page s’ouvre à partir d’un paiement. Elle ne peut pas être ouverte directement.',
    },
  },
  failed: {
    title: 'Réessayez dans un instant',
    text: 'Le service est momentanément indisponible. Rechargez cette page pour réessayer.',
  },
  method: {
    title: 'Vérification du navigateur terminée',
    text: 'Il n’y a rien à faire sur cette page.',
  },
  back: 'Retour à la boutique',
  returning: 'Retour à la boutique',
}
