-- Drives the language server with Neovim's built-in client and writes the results as JSON.
-- Run by `nvim --headless -c 'luafile …'`: Neovim 0.7, Debian's version, doesn't support `-l`.
local server = vim.split(vim.env.SWITCHYARD_SERVER, '\n')
local file = vim.env.SWITCHYARD_FILE
local answer = {}

local function wait(what, ready)
  if not vim.wait(20000, ready, 20) then error('Neovim waited in vain: ' .. what) end
end

local function position(line, character)
  return { textDocument = vim.lsp.util.make_text_document_params(), position = { line = line, character = character } }
end

local function diagnostics()
  return vim.tbl_map(function(one)
    return { code = one.code or one.user_data.lsp.code, line = one.lnum, severity = one.severity, message = one.message }
  end, vim.diagnostic.get(0))
end

local function text()
  return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
end

local function request(client, method, params)
  local response = client.request_sync(method, params, 20000, 0)
  if response == nil or response.err then error(method .. ' failed: ' .. vim.inspect(response)) end
  return response.result
end

local ok, failure = pcall(function()
  vim.cmd('edit ' .. vim.fn.fnameescape(file))
  vim.bo.filetype = 'json'
  local id = vim.lsp.start_client({
    name = 'mcp-config',
    cmd = server,
    root_dir = vim.fn.fnamemodify(file, ':h'),
    workspace_folders = { { uri = vim.uri_from_fname(vim.fn.fnamemodify(file, ':h')), name = 'project' } },
    get_language_id = function() return 'mcp-config' end,
  })
  local client = vim.lsp.get_client_by_id(id)
  vim.lsp.buf_attach_client(0, id)
  wait('diagnostics of the opened file', function() return #vim.diagnostic.get(0) > 0 end)
  answer.opened = diagnostics()

  local completion = request(client, 'textDocument/completion', position(2, 14))
  answer.completion = vim.tbl_map(function(item) return item.label end, completion.items)

  local range = { start = { line = 2, character = 15 }, ['end'] = { line = 2, character = 15 } }
  local actions = request(client, 'textDocument/codeAction', {
    textDocument = vim.lsp.util.make_text_document_params(),
    range = range,
    context = { diagnostics = {} },
  })
  answer.actions = vim.tbl_map(function(action) return action.title end, actions)
  vim.lsp.util.apply_workspace_edit(actions[1].edit, client.offset_encoding)
  wait('the diagnostics to go', function() return #vim.diagnostic.get(0) == 0 end)
  answer.fixed = text()

  answer.hover = request(client, 'textDocument/hover', position(2, 16)).contents.value

  local rename = request(client, 'textDocument/rename', vim.tbl_extend('force', position(2, 6), { newName = 'papers' }))
  vim.lsp.util.apply_workspace_edit(rename, client.offset_encoding)
  answer.renamed = text()

  local edits = request(client, 'textDocument/formatting', {
    textDocument = vim.lsp.util.make_text_document_params(),
    options = { tabSize = 4, insertSpaces = true },
  })
  vim.lsp.util.apply_text_edits(edits, 0, client.offset_encoding)
  answer.formatted = text()

  -- Typing, a key at a time, as a person does.
  vim.api.nvim_win_set_cursor(0, { 1, 0 })
  vim.api.nvim_buf_set_lines(0, -2, -1, false, { ',', '}' })
  wait('diagnostics of a broken text', function() return #vim.diagnostic.get(0) > 0 end)
  answer.broken = diagnostics()

  client.stop()
  wait('the server to end', function() return client.is_stopped() end)
end)
if not ok then answer = { failure = tostring(failure) } end

local out = io.open(vim.env.SWITCHYARD_ANSWER, 'w')
out:write(vim.fn.json_encode(answer))
out:close()
vim.cmd('qall!')
