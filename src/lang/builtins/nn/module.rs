//! `nn.Module`: what every module can do.

use std::collections::HashSet;
use std::sync::Arc;

use super::super::declare::{BuiltinResult, Invocation, builtins};
use super::super::from_argument::{Argument, At, Device, FromArgument, Keywords, ModuleObject, Rest, is_device};
use super::super::from_python::Callable;
use super::hooks::When;
use super::walk::{Named, below, too_deep};
use super::{OBJECT, begin, hooks, state};
use crate::lang::class::{Native, NativeKind};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::evaluate::gradients::AskedBy;
use crate::lang::evaluate::objects::not_ready;
use crate::lang::evaluate::{Interpreter, Outcome};
use crate::lang::object::{MAX_LEVELS, Reference, Role};
use crate::lang::value::{Dict, SharedTensor, Value};
use crate::tensor::DType;

/// `nn.Module`.
pub(in crate::lang) static MODULE: Native = Native {
    name: "Module",
    base: Some(&OBJECT),
    kind: NativeKind::Module,
    declared: &[&TABLE],
    describe: |_, _| String::new(),
};

builtins! { TABLE:
    /// Makes an object a module, which can hold parameters and parts.
    #[at()]
    fn new as "Module"(call, this: Reference) -> () {
        Ok(begin(call, &this)?)
    }

    /// All parameters, each once.
    #[at()]
    fn parameters(call, this: Reference, recurse: bool = True) -> Value {
        let found = parameters_of(call, &this, recurse)?;
        generated(call, found)
    }

    /// Pairs of path and parameter.
    #[at()]
    fn named_parameters(call, this: Reference, prefix: Arc<str> = "", recurse: bool = True) -> Value {
        let found = parameters_of(call, &this, recurse)?;
        generated_by_name(call, &prefix, found)
    }

    /// The module and all modules in it.
    #[at()]
    fn modules(call, this: Reference) -> Value {
        let found = call.interpreter.modules(&this, call.span)?;
        generated(call, objects(found))
    }

    /// Pairs of path and module.
    #[at()]
    fn named_modules(call, this: Reference, memo: At<Value> = None, prefix: Arc<str> = "") -> Value {
        if !matches!(memo.value, Value::None) {
            return Err(Diagnostic::new(memo.span, "`memo` is not supported here").help("leave it out").into());
        }
        let found = call.interpreter.modules(&this, call.span)?;
        generated_by_name(call, &prefix, objects(found))
    }

    /// The modules that it holds itself.
    #[at()]
    fn children(call, this: Reference) -> Value {
        let found = children_of(call, &this);
        generated(call, found)
    }

    /// Pairs of name and module.
    #[at()]
    fn named_children(call, this: Reference) -> Value {
        let found = children_of(call, &this);
        generated_by_name(call, "", found)
    }

    /// All buffers.
    #[at()]
    fn buffers(call, this: Reference, recurse: bool = True) -> Value {
        let found = buffers_of(call, &this, recurse)?;
        generated(call, found)
    }

    /// Pairs of path and buffer.
    #[at()]
    fn named_buffers(call, this: Reference, prefix: Arc<str> = "", recurse: bool = True) -> Value {
        let found = buffers_of(call, &this, recurse)?;
        generated_by_name(call, &prefix, found)
    }

    /// The module at a path.
    #[at()]
    fn get_submodule(call, this: Reference, target: At<Arc<str>>) -> Value {
        let found = at_path(call, &this, &target)?;
        if matches!(&found, Value::Object(part) if part.class.is_module()) {
            return Ok(found);
        }
        let last = target.value.rsplit('.').next().unwrap_or_default();
        Err(Diagnostic::new(target.span, format!("`{last}` is not an nn.Module")).into())
    }

    /// The parameter at a path.
    #[at()]
    fn get_parameter(call, this: Reference, target: At<Arc<str>>) -> Value {
        let found = at_path(call, &this, &target)?;
        if matches!(&found, Value::Object(it) if it.class.is_parameter()) {
            return Ok(found);
        }
        let last = target.value.rsplit('.').next().unwrap_or_default();
        Err(Diagnostic::new(target.span, format!("`{last}` is not an nn.Parameter")).into())
    }

    /// Holds a tensor that is not learned.
    #[at()]
    fn register_buffer(
        call, this: Reference, name: At<Arc<str>>, tensor: BufferTensor, persistent: bool = True
    ) -> () {
        let value = tensor.0.map_or(Value::None, Value::Tensor);
        registered(call, &this, &name, value, Role::Buffer { saved: persistent })
    }

    /// Holds a parameter.
    #[at()]
    fn register_parameter(call, this: Reference, name: At<Arc<str>>, param: OptionalParameter) -> () {
        let value = param.0.map_or(Value::None, Value::Object);
        registered(call, &this, &name, value, Role::Parameter)
    }

    /// Holds a module.
    #[at()]
    fn add_module as "add_module" | "register_module" (
        call, this: Reference, name: At<Arc<str>>, module: Option<ModuleObject>
    ) -> () {
        let value = module.map_or(Value::None, |module| Value::Object(module.0));
        registered(call, &this, &name, value, Role::Module)
    }

    /// hook(module, args, output) is called after forward; what it gives back takes the output's place.
    #[at()]
    fn register_forward_hook(
        call, this: Reference, hook: Callable, prepend: bool = False, with_kwargs: bool = False
    ) -> Value {
        Ok(hooks::register(call, this, hook, When::After, (prepend, with_kwargs))?)
    }

    /// hook(module, args) is called before forward; what it gives back takes the arguments' place.
    #[at()]
    fn register_forward_pre_hook(
        call, this: Reference, hook: Callable, prepend: bool = False, with_kwargs: bool = False
    ) -> Value {
        Ok(hooks::register(call, this, hook, When::Before, (prepend, with_kwargs))?)
    }

    /// Puts it and its parts into training mode.
    #[at()]
    fn train(call, this: Reference, mode: TrainingMode = True) -> Value {
        in_mode(call, this, mode.0)
    }

    /// Takes it and its parts out of training mode: no dropout.
    #[at()]
    fn eval(call, this: Reference) -> Value {
        in_mode(call, this, false)
    }

    /// Says whether its parameters are learned.
    #[at()]
    fn requires_grad_(call, this: Reference, requires_grad: bool = True) -> Value {
        for (_, parameter) in call.interpreter.parameters(&this, call.span)? {
            Interpreter::changeable(&parameter, call.span)?;
            call.interpreter.set_learned(&parameter, requires_grad, AskedBy::Method, call.span)?;
        }
        Ok(Value::Object(this))
    }

    /// Forgets the gradients of its parameters, or sets them to 0.
    #[at()]
    fn zero_grad(call, this: Reference, set_to_none: bool = True) -> () {
        for (_, parameter) in call.interpreter.parameters(&this, call.span)? {
            if let Value::Tensor(tensor) = call.interpreter.read(Value::Object(parameter)) {
                call.interpreter.clear_grad(call.span, &tensor, set_to_none)?;
            }
        }
        Ok(())
    }

    /// Calls a function with every module in it, parts first.
    #[at()]
    fn apply(call, this: Reference, function: Callable) -> Value {
        applied(call, &this, &function.0, 0)?;
        Ok(Value::Object(this))
    }

    /// Converts its parameters to a dtype; a device is ignored.
    #[at()]
    fn to(call, this: Reference, @rest args: Rest<Target>, @keywords kwargs: Keywords) -> Value {
        match target_dtype(call, args.0, &kwargs)? {
            Some(dtype) => converted(call, this, dtype),
            None => Ok(Value::Object(this)),
        }
    }

    /// Has no effect: everything is computed on the CPU.
    #[at()]
    fn cuda(call, this: Reference, device: Option<Device> = None) -> Value {
        let _ = (call, device);
        Ok(Value::Object(this))
    }

    /// Has no effect: everything is computed on the CPU.
    #[at()]
    fn cpu(call, this: Reference) -> Value {
        let _ = call;
        Ok(Value::Object(this))
    }

    /// Converts its parameters to float32.
    #[at()]
    fn float(call, this: Reference) -> Value {
        converted(call, this, DType::F32)
    }

    /// Converts its parameters to float64.
    #[at()]
    fn double(call, this: Reference) -> Value {
        converted(call, this, DType::F64)
    }

    /// Converts its parameters to float16.
    #[at()]
    fn half(call, this: Reference) -> Value {
        converted(call, this, DType::F16)
    }

    /// Converts its parameters to bfloat16.
    #[at()]
    fn bfloat16(call, this: Reference) -> Value {
        converted(call, this, DType::BF16)
    }

    /// All parameters and buffers by path.
    #[at()]
    fn state_dict(call, this: Reference) -> Value {
        Ok(state::save(call, &this)?)
    }

    /// Takes them over from a dict.
    #[at()]
    fn load_state_dict(call, this: Reference, state_dict: StateDict, strict: bool = True) -> Value {
        state::load(call, &this, &state_dict.0, strict).map(Value::text)
    }
}

/// `True` or `False`, in PyTorch's words.
struct TrainingMode(bool);

impl FromArgument for TrainingMode {
    fn from_argument(argument: &Argument<'_>, _: &mut Interpreter<'_>) -> Outcome<Self> {
        match argument.value {
            Value::Bool(mode) => Ok(Self(*mode)),
            _ => Err(Diagnostic::new(argument.span, "training mode is expected to be boolean")),
        }
    }
}

/// A dict of tensors by path.
struct StateDict(Arc<Dict>);

impl FromArgument for StateDict {
    fn from_argument(argument: &Argument<'_>, _: &mut Interpreter<'_>) -> Outcome<Self> {
        match argument.value {
            Value::Dict(state) => Ok(Self(state.now())),
            other => {
                let kind = other.python_type();
                let message = format!("Expected state_dict to be dict-like, got <class '{kind}'>.");
                Err(Diagnostic::new(argument.span, message).help("model.state_dict() returns such a dict"))
            }
        }
    }
}

/// What a buffer holds: a tensor or nothing.
struct BufferTensor(Option<SharedTensor>);

impl FromArgument for BufferTensor {
    fn from_argument(argument: &Argument<'_>, interpreter: &mut Interpreter<'_>) -> Outcome<Self> {
        match interpreter.read(argument.value.clone()) {
            Value::None => Ok(Self(None)),
            Value::Tensor(tensor) => Ok(Self(Some(tensor))),
            other => {
                let message = format!("cannot assign '{}' object to buffer", other.python_type());
                Err(Diagnostic::new(argument.span, format!("{message} (torch Tensor or None required)")))
            }
        }
    }
}

/// A parameter or nothing.
struct OptionalParameter(Option<Reference>);

impl FromArgument for OptionalParameter {
    fn from_argument(argument: &Argument<'_>, _: &mut Interpreter<'_>) -> Outcome<Self> {
        match argument.value {
            Value::None => Ok(Self(None)),
            Value::Object(reference) if reference.class.is_parameter() => Ok(Self(Some(reference.clone()))),
            other => {
                let message = format!("cannot assign '{}' object to parameter", other.python_type());
                Err(Diagnostic::new(argument.span, format!("{message} (torch.nn.Parameter or None required)"))
                    .help("write nn.Parameter(tensor)"))
            }
        }
    }
}

/// What `to` takes by place: a dtype, a device, or a tensor whose dtype is meant.
struct Target(Option<DType>);

impl FromArgument for Target {
    fn from_argument(argument: &Argument<'_>, interpreter: &mut Interpreter<'_>) -> Outcome<Self> {
        match argument.value {
            Value::Str(name) if !is_device(name) => {
                let message =
                    format!("Expected one of cpu, cuda, mps, meta device type at start of device string: {name}");
                Err(Diagnostic::new(argument.span, message))
            }
            Value::Tensor(like) => Ok(Self(Some(like.dtype()))),
            Value::Bool(_) | Value::None => Ok(Self(None)),
            Value::DType(_) | Value::Builtin(_) => DType::from_argument(argument, interpreter).map(|it| Self(Some(it))),
            _ => Device::from_argument(argument, interpreter).map(|Device| Self(None)),
        }
    }
}

/// A generator of values.
fn generated(call: &mut Invocation<'_, '_>, found: Vec<Named<Value>>) -> BuiltinResult<Value> {
    let values = found.into_iter().map(|(_, value)| value).collect();
    Ok(call.interpreter.generator_of(values, call.span)?)
}

/// A generator of pairs of their path, below a prefix, and them.
fn generated_by_name(call: &mut Invocation<'_, '_>, prefix: &str, found: Vec<Named<Value>>) -> BuiltinResult<Value> {
    let mut pairs = Vec::with_capacity(found.len());
    for (name, value) in found {
        let path = if name.is_empty() { prefix.to_owned() } else { below(prefix, &name) };
        pairs.push(Value::Tuple(call.interpreter.collect(call.span, vec![Value::text(path), value])?));
    }
    Ok(call.interpreter.generator_of(pairs, call.span)?)
}

fn parameters_of(call: &mut Invocation<'_, '_>, module: &Reference, recurse: bool) -> Outcome<Vec<Named<Value>>> {
    let mut found = call.interpreter.parameters(module, call.span)?;
    found.retain(|(name, _)| recurse || !name.contains('.'));
    Ok(objects(found))
}

fn buffers_of(call: &mut Invocation<'_, '_>, module: &Reference, recurse: bool) -> Outcome<Vec<Named<Value>>> {
    let mut found = call.interpreter.buffers(module, call.span)?;
    found.retain(|(name, _)| recurse || !name.contains('.'));
    Ok(found)
}

fn children_of(call: &Invocation<'_, '_>, module: &Reference) -> Vec<Named<Value>> {
    let mut seen = HashSet::new();
    let mut parts = call.interpreter.children(module);
    parts.retain(|(_, part)| seen.insert(part.key()));
    objects(parts)
}

fn objects(found: Vec<Named<Reference>>) -> Vec<Named<Value>> {
    found.into_iter().map(|(name, reference)| (name, Value::Object(reference))).collect()
}

/// `get_submodule("layers.0.attn")` and its like.
fn at_path(call: &mut Invocation<'_, '_>, module: &Reference, target: &At<Arc<str>>) -> Outcome<Value> {
    let mut value = Value::Object(module.clone());
    for name in target.value.split('.').filter(|name| !name.is_empty()) {
        let (next, class) = match &value {
            Value::Object(reference) => (call.interpreter.field(reference, name), reference.class.name().to_owned()),
            other => (None, other.python_type().to_owned()),
        };
        value = next.ok_or_else(|| {
            let names = call.interpreter.names_of(&value);
            let error = Diagnostic::new(target.span, format!("{class} has no attribute `{name}`"));
            match super::super::nearest(name, names.iter().map(|name| &**name)) {
                Some(near) => error.help(format!("did you mean `{near}`?")),
                None => error,
            }
        })?;
    }
    Ok(value)
}

/// `register_buffer` and its like: as assigning, and saying what it is.
fn registered(
    call: &mut Invocation<'_, '_>,
    module: &Reference,
    name: &At<Arc<str>>,
    value: Value,
    role: Role,
) -> BuiltinResult<()> {
    Interpreter::changeable(module, call.span)?;
    if call.interpreter.heap.get(module).is_some_and(|object| !object.ready) {
        return Err(not_ready(module, call.span).into());
    }
    let what = match role {
        Role::Buffer { .. } => "buffer",
        Role::Parameter => "parameter",
        _ => "module",
    };
    let message = if name.value.is_empty() {
        format!("{what} name can't be empty string \"\"")
    } else if name.value.contains('.') {
        format!("{what} name can't contain \".\"")
    } else if call.interpreter.fields(module).iter().any(|field| field.name == name.value && field.role != role) {
        format!("attribute '{}' already exists", name.value)
    } else {
        return Ok(call.interpreter.put(module, &name.value, value, role, call.span)?);
    };
    Err(Diagnostic::new(name.span, message)
        .help("a name is one part of a path: put the part into a submodule of its own")
        .into())
}

/// `train()` and `eval()`.
fn in_mode(call: &mut Invocation<'_, '_>, whole: Reference, training: bool) -> BuiltinResult<Value> {
    for (_, module) in call.interpreter.modules(&whole, call.span)? {
        Interpreter::changeable(&module, call.span)?;
        if let Some(object) = call.interpreter.heap.get_mut(&module) {
            object.training = training;
        }
    }
    Ok(Value::Object(whole))
}

fn applied(call: &mut Invocation<'_, '_>, module: &Reference, function: &Value, level: usize) -> Outcome<()> {
    if level > MAX_LEVELS {
        return Err(too_deep(call.span));
    }
    for (_, part) in call.interpreter.children(module) {
        call.interpreter.step(call.span)?;
        applied(call, &part, function, level + 1)?;
    }
    call.interpreter.call_plain(function, vec![Value::Object(module.clone())], call.span)?;
    Ok(())
}

/// `to`, `float` and `double`: parameters and buffers of real numbers get another dtype.
fn converted(call: &mut Invocation<'_, '_>, whole: Reference, dtype: DType) -> BuiltinResult<Value> {
    for (_, module) in call.interpreter.modules(&whole, call.span)? {
        for field in call.interpreter.fields(&module) {
            let Value::Tensor(tensor) = call.interpreter.read(field.value.clone()) else { continue };
            if !tensor.dtype().is_float() || tensor.dtype() == dtype {
                continue;
            }
            call.place();
            let gradient = tensor.grad().map(|gradient| gradient.now().to(dtype)).transpose()?;
            let tensor = Value::from(tensor.now().to(dtype)?);
            match (field.role, &field.value) {
                (Role::Parameter, Value::Object(parameter)) => {
                    Interpreter::changeable(parameter, call.span)?;
                    call.interpreter.fill_parameter(parameter, tensor.clone());
                    if let (Value::Tensor(tensor), Some(gradient)) = (tensor, gradient) {
                        tensor.slot().set(Some(SharedTensor::new(gradient)));
                    }
                }
                (Role::Buffer { .. }, _) => {
                    Interpreter::changeable(&module, call.span)?;
                    call.interpreter.put(&module, &field.name, tensor, field.role, call.span)?;
                }
                _ => {}
            }
        }
    }
    Ok(Value::Object(whole))
}

/// The dtype among the arguments of `to`, if there is one.
fn target_dtype(call: &Invocation<'_, '_>, plain: Vec<Target>, named: &Keywords) -> Outcome<Option<DType>> {
    let mut dtype = plain.into_iter().find_map(|target| target.0);
    for (name, value) in named.0.entries() {
        match (name.show().as_str(), value) {
            ("dtype", Value::DType(named)) => dtype = Some(*named),
            ("dtype" | "device", Value::None) | ("non_blocking", Value::Bool(_)) => {}
            ("device", Value::Str(name)) if is_device(name) => {}
            ("device", value) if value.as_stub().is_some() => {}
            (name, value) => {
                let kind = value.python_type();
                return Err(
                    call.error(format!("to() received an invalid combination of arguments - got ({name}={kind})"))
                );
            }
        }
    }
    match dtype {
        Some(dtype) if !dtype.is_float() => {
            let message = "nn.Module.to only accepts floating point or complex dtypes, but got desired dtype=torch.";
            Err(call.error(format!("{message}{dtype}")))
        }
        dtype => Ok(dtype),
    }
}
