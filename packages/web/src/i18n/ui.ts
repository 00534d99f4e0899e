export const uiStrings = {
  close: 'Close',
  ok: 'Done',
  cancel: 'Cancel',
  loading: 'Loading …',
  retry: 'Try again',
  broken: 'This could not be shown',
  brokenText:
    'The service may have been updated meanwhile, or the connection was lost. Nothing that is stored is affected.',
  theme: 'Appearance',
  themes: { system: 'As the system', light: 'Light', dark: 'Dark' },
  bytes: 'bytes',
  language: 'Language',
  languageOfBrowser: 'As the browser',
}
