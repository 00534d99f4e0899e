export const uiStrings = {
  close: 'Close',
  ok: 'Done',
  cancel: 'Cancel',
  loading: 'Loading…',
  retry: 'Try again',
  broken: 'Something went wrong',
  brokenText: 'The service may have been updated, or the connection was lost. Your saved data is not affected.',
  theme: 'Appearance',
  themes: { system: 'System default', light: 'Light', dark: 'Dark' },
  /** Names of keys, except on a Mac. */
  keys: { Mod: 'Ctrl', Delete: 'Del', Shift: 'Shift' } as Readonly<Record<string, string>>,
  bytes: 'bytes',
  language: 'Language',
  languageOfBrowser: 'Browser default',
}
