import { ownResponsesPath } from '#platform/navigation.ts'

export const paths = {
  list: () => ownResponsesPath,
}
