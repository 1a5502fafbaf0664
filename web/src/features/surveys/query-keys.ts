/** Query keys of one survey and of all that belongs to it. */
export const surveyKey = (id: string) => ['survey', id]
export const versionsKey = (id: string) => [...surveyKey(id), 'versions']
export const settingsKey = (id: string) => [...surveyKey(id), 'settings']
