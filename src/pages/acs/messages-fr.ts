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
  triesLeft: (count) => (count === 1 ? '1 essai restant' : `${String(count)} essais restants`),
  notices: {
    codeMissing: 'Saisissez le code pour continuer.',
    codeWrong: 'Le code est faux.',
    resent: 'Un nouveau code est en route.',
  },
  testerTitle: 'Pour le testeur',
  testerCode: 'Dans ce bac à sable, le code est',
  fillCode: 'Le saisir',
  ways: {
    challenge: 'challenge, la banque demande un code',
    frictionless: 'frictionless, sans question',
  },
  testerExplanation: 'Ou choisissez vous-même le résultat\u00A0:',
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
      answered: 'Ce paiement a déjà reçu une réponse. Retournez à la boutique.',
      expired: 'Le délai de paiement est passé et rien n’a été débité. Retournez à la boutique.',
      replaced:
        'Un essai plus récent a remplacé celui-ci. Continuez là-bas ou retournez à la boutique.',
      withdrawn: 'La boutique a retiré la commande et rien n’a été débité.',
      unknown: 'À cette adresse, aucun paiement n’attend de confirmation.',
      unreadable: 'Le message de la boutique est illisible ou concerne un autre paiement.',
      direct: 'Cette adresse ne s’ouvre pas d’elle-même\u00A0: le formulaire d’un paiement y mène.',
    },
  },
  failed: {
    title: 'Réessayez dans un instant',
    text: 'Le service n’a pas pu répondre. Rien n’a été modifié.',
  },
  method: {
    title: 'Navigateur reconnu',
    text: 'Il n’y a rien à faire sur cette page.',
  },
  back: 'Retour à la boutique',
  returning: 'Retour à la boutique',
}
