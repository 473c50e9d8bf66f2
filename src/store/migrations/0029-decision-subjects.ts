// Real-time decisions can also be about payments and increments: one column contains their subject.

export const decisionSubjects = (): string[] => [
  'alter table real_time_decision rename column input to subject',
  `update real_time_decision set subject =
    '{"kind":"authorisation","authorise":' || subject || ',"verdict":' || verdict || '}'`,
  'alter table real_time_decision drop column verdict',
]
