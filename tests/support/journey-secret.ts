/** What the server of the journeys signs with: they make links as old as they need them. */
export const journeySecret = 'signs the links of the journeys and of nothing else'
