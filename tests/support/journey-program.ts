/** A program of others that the server of the journeys knows; nobody listens at its address. */
export const journeyProgram = {
  id: 'journey-notes',
  name: 'Stundennotizen',
  redirectUri: 'https://notes.example/callback',
} as const
