// Emails about failing callbacks: the earliest real time of the next one; null for members who did
// not choose them.

export const callbackAlerts = (): string[] => [
  'alter table project_member add column callback_alert_from bigint',
]
