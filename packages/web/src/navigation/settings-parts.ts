import type { Caller } from '@millrace/client'

/** The sections of the settings page, with the permission that shows them. */
const SETTINGS_PARTS = [
  { key: 'appearance', icon: 'mdi:theme-light-dark' },
  { key: 'people', icon: 'mdi:account-group-outline', permission: 'admin' },
  { key: 'projects', icon: 'mdi:folder-outline', permission: 'admin' },
  { key: 'tokens', icon: 'mdi:key-outline', permission: 'admin' },
  { key: 'sessions', icon: 'mdi:account-circle-outline', permission: 'admin' },
  { key: 'audit', icon: 'mdi:clipboard-text-clock-outline', permission: 'admin' },
  { key: 'connections', icon: 'mdi:connection', permission: 'admin' },
  { key: 'credentials', icon: 'mdi:key-variant', permission: 'admin' },
  { key: 'notifications', icon: 'mdi:bell-outline', permission: 'admin' },
  { key: 'usage', icon: 'mdi:chart-bar', permission: 'admin' },
  { key: 'assistant', icon: 'mdi:creation-outline', permission: 'admin' },
  { key: 'about', icon: 'mdi:information-outline' },
] as const

const OF_PROJECT_ADMINS: readonly string[] = ['projects', 'credentials', 'usage']

export type SettingsPartKey = (typeof SETTINGS_PARTS)[number]['key']

/** The sections that a caller sees. Admins of a project see those that are also about projects. */
export function settingsPartsOf({ permissions, projects }: Pick<Caller, 'permissions' | 'projects'>) {
  const administers = projects?.some(({ role }) => role === 'admin') === true
  return SETTINGS_PARTS.filter(
    (part) =>
      !('permission' in part) ||
      permissions.includes(part.permission) ||
      (administers && OF_PROJECT_ADMINS.includes(part.key)),
  )
}
