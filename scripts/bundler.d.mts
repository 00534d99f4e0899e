export function bundler(): Promise<typeof import('rolldown')>
