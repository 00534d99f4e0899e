import { testHookRoute } from './test-hook-route.ts'

export default testHookRoute('DELETE')
