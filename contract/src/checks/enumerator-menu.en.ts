export const enumeratorsMenu = { menu: 'Enumerators' } as const
