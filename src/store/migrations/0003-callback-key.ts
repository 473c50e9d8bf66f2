// The RSA key that signs a project's callbacks, made at its first use.

export const callbackKey = (): string[] => [`alter table project add column callback_key text`]
