// Emails about failing callbacks: the earliest real time of the next one; null for members who have
// not turned them on.

export const callbackAlerts = (): string[] => [
  'alter table project_member add column callback_alert_from bigint',
]
