// The payment page in French.

import type { Messages } from './messages.ts'

export const fr: Messages = {
  languageName: 'Français',
  title: (merchant) => `Paiement à ${merchant}`,
  sandbox: 'Bac à sable : aucun argent réel ne circule',
  order: (number) => `Commande ${number}`,
  payWith: 'Payer avec',
  anotherCard: 'Une autre carte',
  expires: (expiry) => `expire le ${expiry}`,
  cardNumber: 'Numéro de carte',
  expiry: 'Date d’expiration',
  expiryFormat: 'MM/AA',
  cvc: 'CVC',
  cvcHint: '3 chiffres au dos',
  cardholder: 'Nom sur la carte',
  optional: 'facultatif',
  saveCard: 'Garder cette carte pour le prochain paiement',
  pay: (amount) => `Payer ${amount}`,
  paying: 'Paiement en cours…',
  back: 'Retour à la boutique',
  timeLeft: 'Temps restant',
  triesLeft: (count) => (count === 1 ? '1 essai restant' : `${String(count)} essais restants`),
  errorSummary: 'Vérifiez ces champs',
  errors: {
    bindingUnknown: 'Cette carte enregistrée n’est plus disponible. Choisissez-en une autre.',
    panMissing: 'Saisissez le numéro de carte',
    panWrong: 'Vérifiez le numéro de carte, un chiffre semble faux',
    expiryMissing: 'Saisissez le mois et l’année',
    expiryWrong: 'Utilisez la forme MM/AA',
    expiryPast: 'Cette carte a expiré',
    cvcMissing: 'Saisissez le CVC',
    cvcWrong: 'Trois chiffres, quatre sur certaines cartes',
  },
  declined: 'Le paiement a été refusé',
  declineReasons: {
    funds: ['La carte n’a pas assez de fonds.', 'Utilisez une autre carte ou rechargez celle-ci.'],
    limit: [
      'Le montant dépasse un plafond de la carte.',
      'Utilisez une autre carte ou relevez le plafond.',
    ],
    expired: [
      'La date d’expiration est fausse ou passée.',
      'Vérifiez-la ou utilisez une autre carte.',
    ],
    cvc: ['Le CVC est faux.', 'Vérifiez les trois chiffres au dos et réessayez.'],
    blocked: ['La carte est bloquée.', 'Utilisez une autre carte.'],
    replaced: ['La carte a été remplacée.', 'Utilisez le nouveau numéro.'],
    currency: ['La carte ne peut pas payer dans cette devise.', 'Utilisez une autre carte.'],
    authentication: [
      'La banque n’a pas pu confirmer votre identité.',
      'Réessayez ou utilisez une autre carte.',
    ],
    notATestCard: [
      'Ce bac à sable ne connaît que ses cartes de test.',
      'Choisissez-en une ci-dessous.',
    ],
    issuer: ['La banque a refusé sans donner de raison.', 'Utilisez une autre carte.'],
  },
  code: (actionCode) => `Code ${String(actionCode)}`,
  testCards: 'Cartes de test',
  testCardsHint: 'Choisissez une carte pour remplir le formulaire.',
  use: 'Choisir',
  useCard: (lastFour) => `Choisir la carte se terminant par ${lastFour}`,
  approves: 'Acceptée',
  declines: (actionCode) => `Refusée, ${String(actionCode)}`,
  threeDSecure: {
    none: 'Sans 3-D Secure',
    frictionless: '3-D Secure sans code',
    attempt: '3-D Secure tenté',
  },
  challenge: (code) => `3-D Secure, code ${code}`,
  results: {
    paid: { title: 'Payé', text: 'Cette commande est payée. Il n’y a plus rien à faire ici.' },
    closed: {
      title: 'Commande close',
      text: 'L’argent a été libéré ou remboursé. La commande ne peut plus être payée.',
    },
    expired: {
      title: 'Délai dépassé',
      text: 'Le délai de paiement est passé et rien n’a été débité. Commandez de nouveau en boutique.',
    },
    declined: {
      title: 'Paiement refusé',
      text: 'Aucun essai ne reste et rien n’a été débité. Commandez de nouveau en boutique.',
    },
    unknown: {
      title: 'Commande introuvable',
      text: 'Cette adresse ne mène à aucune commande. Ouvrez de nouveau le lien de la boutique.',
    },
  },
}
