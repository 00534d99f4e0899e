import { hookRoute } from './hook-route.ts'

export default hookRoute('POST')
