// A project's subscriptions. Their ids are settings, so that a project without subscriptions needs
// no lookup.

interface WebhookSettings {
  /** Ids of the active subscriptions, oldest first. */
  readonly webhookIds: readonly number[]
}

export const WEBHOOK_DEFAULTS: WebhookSettings = { webhookIds: [] }

declare module '../kernel/settings.ts' {
  interface Settings extends WebhookSettings {}
}
