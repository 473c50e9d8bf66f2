// The payment page in French.

import type { Messages } from './message-catalogue.ts'

export const fr: Messages = {
  languageName: 'Français',
  languages: 'Langues',
  title: (merchant) => `Paiement à ${merchant}`,
  sandbox: 'Bac à sable\u00A0: ne saisissez pas de vraie carte',
  order: (number) => `Commande ${number}`,
  payWith: 'Payer avec',
  anotherCard: 'Une autre carte',
  expires: (expiry) => `expire fin ${expiry}`,
  cardNumber: 'Numéro de carte',
  expiry: 'Date d’expiration',
  expiryFormat: 'MM/AA',
  cvc: 'CVC',
  cvcHint: '3 chiffres au dos',
  cardholder: 'Nom sur la carte',
  optional: 'facultatif',
  saveCard: 'Enregistrer cette carte pour les prochains paiements',
  pay: (amount) => `Payer ${amount}`,
  paying: 'Paiement en cours…',
  takesLong:
    'Cela prend plus de temps que d’habitude. Vous pouvez réessayer\u00A0: la commande n’est jamais payée deux fois.',
  tryAgain: 'Réessayer',
  back: 'Retour à la boutique',
  timeLeft: 'Temps restant',
  triesLeft: (count) =>
    count === 1 ? '1 tentative restante' : `${String(count)} tentatives restantes`,
  errorSummary: 'Vérifiez ces champs',
  errors: {
    bindingUnknown: 'Cette carte enregistrée n’est plus disponible. Choisissez-en une autre.',
    panMissing: 'Saisissez le numéro de carte',
    panWrong: 'Vérifiez le numéro\u00A0: un chiffre semble incorrect',
    expiryMissing: 'Saisissez mois et année',
    expiryWrong: 'Utilisez le format MM/AA',
    expiryPast: 'Cette carte a expiré',
    cvcMissing: 'Saisissez le CVC',
    cvcWrong: 'Saisissez 3 ou 4 chiffres',
  },
  declined: 'Le paiement a été refusé',
  cancelled: 'Le paiement a été annulé',
  declineReasons: {
    funds: [
      'Le solde de la carte est insuffisant.',
      'Utilisez une autre carte ou rechargez celle-ci.',
    ],
    limit: [
      'Le montant dépasse un plafond de la carte.',
      'Utilisez une autre carte ou relevez le plafond.',
    ],
    frequency: [
      'La carte a été utilisée trop souvent.',
      'Utilisez une autre carte ou réessayez plus tard.',
    ],
    operation: ['La carte ne permet pas ce paiement.', 'Utilisez une autre carte.'],
    expired: [
      'La date d’expiration est incorrecte ou dépassée.',
      'Vérifiez-la ou utilisez une autre carte.',
    ],
    cvc: ['Le CVC est incorrect.', 'Vérifiez les trois chiffres au dos et réessayez.'],
    blocked: ['La carte est bloquée.', 'Utilisez une autre carte.'],
    replaced: ['La carte a été remplacée.', 'Utilisez le nouveau numéro.'],
    currency: ['La carte n’accepte pas cette devise.', 'Utilisez une autre carte.'],
    authentication: [
      'La banque n’a pas pu confirmer votre identité.',
      'Réessayez ou utilisez une autre carte.',
    ],
    cancelled: [
      'Vous avez annulé le paiement auprès de votre banque. Rien n’a été débité.',
      'Réessayez ou utilisez une autre carte.',
    ],
    notATestCard: [
      'Ce bac à sable n’accepte que ses propres cartes de test.',
      'Choisissez-en une ci-dessous.',
    ],
    attempts: ['Les trois tentatives ont été utilisées.', 'Commandez de nouveau dans la boutique.'],
    store: ['La boutique a annulé la commande.', 'Commandez de nouveau dans la boutique.'],
    unavailable: [
      'La banque n’est pas disponible.',
      'Réessayez dans un instant ou utilisez une autre carte.',
    ],
    issuer: ['La banque a refusé le paiement.', 'Utilisez une autre carte.'],
  },
  code: (actionCode) => `Code ${String(actionCode)}`,
  testCards: 'Cartes de test',
  testCardsHint: 'Choisissez une carte pour remplir le formulaire.',
  testCardGroups: {
    own: 'Cartes de ce projet',
    atOnce: 'Acceptées sans code',
    withCode: 'Acceptées avec un code',
    declined: 'Refusées',
  },
  available: (amount) => `${amount} disponibles`,
  use: 'Choisir',
  useCard: (lastFour) => `Choisir la carte se terminant par ${lastFour}`,
  approves: 'Acceptée',
  declines: (actionCode) => `Refusée, ${String(actionCode)}`,
  threeDSecure: {
    none: 'Sans 3-D Secure',
    frictionless: '3-D Secure sans code',
    attempt: '3-D Secure tenté',
    failed: 'Échec de 3-D Secure',
  },
  challenge: (code) => `3-D Secure, code ${code}`,
  results: {
    paid: { title: 'Payé', text: 'Cette commande est payée. Vous n’avez plus rien à faire.' },
    closed: {
      title: 'Commande clôturée',
      text: 'Le paiement a été annulé ou remboursé. La commande ne peut plus être payée.',
    },
    expired: {
      title: 'Commande expirée',
      text: 'La commande n’a pas été payée à temps. Rien n’a été débité. Commandez de nouveau dans la boutique.',
    },
    declined: {
      title: 'Paiement refusé',
      text: 'Il ne reste aucune tentative. Rien n’a été débité. Commandez de nouveau dans la boutique.',
    },
    withdrawn: {
      title: 'Commande annulée',
      text: 'La boutique a annulé cette commande. Rien n’a été débité. Commandez de nouveau dans la boutique.',
    },
    unknown: {
      title: 'Commande introuvable',
      text: 'Ce lien ne correspond à aucune commande. Ouvrez de nouveau le lien de la boutique.',
    },
    unavailable: {
      title: 'Réessayez dans un instant',
      text: 'Le service est momentanément indisponible. Ouvrez de nouveau le lien de la boutique pour voir l’état de la commande.',
    },
  },
}
