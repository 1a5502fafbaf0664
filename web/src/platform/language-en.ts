import { en } from '@baseline/contract/messages/en.ts'
import antdLocale from 'antd/locale/en_US'

/** English texts and locale, loaded only when English is chosen. */
export const language = { messages: en, antdLocale }
