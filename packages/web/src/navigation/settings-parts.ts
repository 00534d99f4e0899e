/** The sections of the settings page, with the permission that shows them. */
export const SETTINGS_PARTS = [
  { key: 'appearance', icon: 'mdi:theme-light-dark' },
  { key: 'tokens', icon: 'mdi:key-outline', permission: 'admin' },
  { key: 'sessions', icon: 'mdi:account-circle-outline', permission: 'admin' },
  { key: 'connections', icon: 'mdi:connection', permission: 'admin' },
  { key: 'assistant', icon: 'mdi:creation-outline', permission: 'admin' },
  { key: 'about', icon: 'mdi:information-outline' },
] as const

export type SettingsPartKey = (typeof SETTINGS_PARTS)[number]['key']
