/** Whether the catalogue is open. Stored in the browser. */
const KEY = 'millrace:catalogue-open'

export function storedSidebar(storage: () => Pick<Storage, 'getItem'> = () => localStorage): boolean {
  try {
    return storage().getItem(KEY) !== 'false'
  } catch {
    return true
  }
}

export function storeSidebar(isOpen: boolean, storage: () => Pick<Storage, 'setItem'> = () => localStorage): void {
  try {
    storage().setItem(KEY, String(isOpen))
  } catch {
    // Private windows may block storage; the choice then lasts until the page is closed.
  }
}
