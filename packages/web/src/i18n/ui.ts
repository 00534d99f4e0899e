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
  bytes: 'bytes',
  language: 'Language',
  languageOfBrowser: 'Browser default',
}
