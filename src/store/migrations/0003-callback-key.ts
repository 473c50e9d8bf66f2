// The RSA key that signs a project's callbacks, created at first use.

export const callbackKey = (): string[] => [`alter table project add column callback_key text`]
