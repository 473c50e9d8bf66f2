// The pages of the access-control server in Spanish.

import type { Messages } from './message-catalogue.ts'

export const es: Messages = {
  issuers: { own: 'Sandcard Bank', test: 'Banco de pruebas' },
  title: 'Confirme su pago',
  explanation: 'Introduzca el código de un solo uso que le ha enviado su banco.',
  merchant: 'Comercio',
  amount: 'Importe',
  card: 'Tarjeta',
  codeLabel: 'Código de un solo uso',
  confirm: 'Confirmar el pago',
  resend: 'Enviar otro código',
  cancel: 'Cancelar el pago',
  triesLeft: (count) => (count === 1 ? 'Queda 1 intento' : `Quedan ${String(count)} intentos`),
  notices: {
    codeMissing: 'Introduzca el código para continuar.',
    codeWrong: 'El código es incorrecto.',
    resent: 'Se ha enviado un nuevo código.',
  },
  testerTitle: 'Para pruebas',
  testerCode: 'En este entorno, el código es',
  fillCode: 'Rellenar el código',
  ways: {
    challenge: 'challenge, el banco pide un código',
    frictionless: 'frictionless, sin código',
  },
  testerExplanation: 'O elija el resultado:',
  outcomes: {
    Y: 'Autenticado',
    A: 'Intentado',
    N: 'Fallido',
    U: 'No disponible',
    R: 'Rechazado',
  },
  nothing: {
    title: 'Nada que confirmar',
    reasons: {
      answered: 'Este pago ya se confirmó o se rechazó. Vuelva a la tienda.',
      expired: 'El pedido no se pagó a tiempo. No se cobró nada. Vuelva a la tienda.',
      replaced: 'Un intento más reciente sustituyó a este. Continúe con ese o vuelva a la tienda.',
      withdrawn: 'La tienda canceló el pedido. No se cobró nada.',
      unknown: 'En esta dirección no hay ningún pago que confirmar.',
      unreadable: 'El mensaje de la tienda no es válido o pertenece a otro pago.',
      direct: 'Esta página se abre desde un pago. No se puede abrir directamente.',
    },
  },
  failed: {
    title: 'Inténtelo de nuevo en un momento',
    text: 'El servicio no está disponible en este momento. Recargue esta página para reintentarlo.',
  },
  method: {
    title: 'Comprobación del navegador terminada',
    text: 'En esta página no hay nada que hacer.',
  },
  back: 'Volver a la tienda',
  returning: 'Volvemos a la tienda',
}
