/** 'traffic-light' as the name of something in a program: 'trafficLight'. */
export function camelCase(name: string): string {
  return name.replace(/-([a-z])/g, (_whole, letter: string) => letter.toUpperCase())
}
