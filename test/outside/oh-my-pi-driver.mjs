/** Runs in Bun: `TOOLS [names]` as Oh My Pi's own client lists them. Arguments: folder of the package, name, entry of the server. */
const [folder, name, entry] = process.argv.slice(2);
const client = await import(`${folder}/node_modules/@oh-my-pi/pi-coding-agent/src/mcp/client.ts`);
const connection = await client.connectToServer(name, JSON.parse(entry));
const tools = await client.listTools(connection);
console.log(`TOOLS ${JSON.stringify(tools.map((tool) => tool.name))}`);
await client.disconnectServer(connection);
process.exit(0);
